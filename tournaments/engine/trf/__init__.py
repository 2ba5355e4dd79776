"""FIDE's Tournament Report File, TRF-16 (with JaVaFo's extensions) and TRF-26: read.py, write.py."""
