import js from "@eslint/js";
import globals from "globals";

const CLASSIC = ["static/js/*.js"]; // loaded without modules
const OURS = "static/js/**/*.js";

export default [
  { ignores: [".venv/", "staticfiles/", "var/", "docs/"] },
  js.configs.recommended,
  {
    files: [OURS],
    languageOptions: { ecmaVersion: 2022, globals: { ...globals.browser, htmx: "readonly" } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "consistent-return": "error",
      curly: ["error", "multi-line"],
      eqeqeq: "error",
      "no-implicit-globals": "error",
      "no-param-reassign": "error",
      "no-shadow": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "no-use-before-define": ["error", { functions: false, variables: false }],
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
      "max-len": ["error", { code: 160 }],
    },
  },
  { files: CLASSIC, languageOptions: { sourceType: "script" } },
];
