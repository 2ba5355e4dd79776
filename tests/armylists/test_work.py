"""What takes long is a task, and all of it stands in one list."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from django_tasks.backends.dummy import DummyBackend
from django_tasks.base import Task, TaskResultStatus
from django_tasks.exceptions import TaskResultDoesNotExist
from rq.exceptions import InvalidJobOperation, NoSuchJobError

from armylists import work
from armylists.work import Stage, Work

APPS = ("armylists", "battles", "campaigns")


def test_the_list_names_every_task_and_no_other() -> None:
    modules = [import_module(f"{app}.tasks") for app in APPS]
    there = {
        each.module_path for module in modules for each in vars(module).values() if isinstance(each, Task)
    }
    assert there == set(Work)


def test_where_there_are_no_workers_who_asks_does_the_work() -> None:
    assert work.begin(Work.FORECAST, "here", "1") is False
    assert work.stage(Work.FORECAST, "here", "1") is Stage.NONE


@pytest.mark.django_db
def test_work_is_handed_over_once_however_often_it_is_asked_for(
    workers: Any, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        assert work.begin(Work.FORECAST, "often", "1")
        assert work.begin(Work.FORECAST, "often", "1")
    with django_capture_on_commit_callbacks(execute=True):
        assert work.begin(Work.FORECAST, "often", "1")
        assert work.begin(Work.FORECAST, "often", "2")
    assert [each.args for each in workers.results] == [["often", "1"], ["often", "2"]]


@pytest.mark.django_db
def test_work_is_followed_and_begins_again_after_its_end(
    workers: Any, django_capture_on_commit_callbacks: Any
) -> None:
    for _ in range(2):
        with django_capture_on_commit_callbacks(execute=True):
            work.begin(Work.FORECAST, "followed", "1")
        (*_, task) = workers.results
        stages = [work.stage(Work.FORECAST, "followed", "1")]
        for status in (TaskResultStatus.RUNNING, TaskResultStatus.SUCCESSFUL):
            object.__setattr__(task, "status", status)
            stages.append(work.stage(Work.FORECAST, "followed", "1"))
        assert stages == [Stage.WAITING, Stage.RUNNING, Stage.ENDED]
    assert len(workers.results) == 2


@pytest.mark.django_db
def test_work_that_was_stopped_goes_on_when_it_is_begun_again() -> None:
    work.stop(Work.FORECAST, "stopped", "1")
    assert work.stage(Work.FORECAST, "stopped", "1") is Stage.STOPPED
    assert work.stopped(Work.FORECAST, "stopped", "1")
    assert not work.stopped(Work.FORECAST, "stopped", "2")
    work.begin(Work.FORECAST, "stopped", "1")
    assert work.stage(Work.FORECAST, "stopped", "1") is Stage.NONE


@pytest.mark.django_db
@pytest.mark.parametrize("forgotten", [InvalidJobOperation, NoSuchJobError, TaskResultDoesNotExist])
def test_nothing_is_known_of_work_whose_task_is_forgotten_while_it_is_looked_up(
    workers: Any, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any, forgotten: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        work.begin(Work.FORECAST, "forgotten", "1")

    def gone(*_: object) -> None:
        raise forgotten

    monkeypatch.setattr(DummyBackend, "get_result", gone)
    assert work.stage(Work.FORECAST, "forgotten", "1") is Stage.NONE
