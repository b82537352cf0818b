"""Configuration: layers, origins, errors with file and line, and which rules run."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from jsonschema import Draft7Validator

from argcheck.errors import ConfigError, PluginError, UsageError
from argcheck.files.diagnostic import Severity
from argcheck.lint.rule import Option, Rule
from argcheck.lint.selection import require_plugins, rule_options, selected_rules, validate_rule_options
from argcheck.settings.config import Settings, effective, load_settings, require_paths, settings_for
from argcheck.settings.keys import KEYS, environment_name, schema
from argcheck.settings.mistyped import OTHER_VARIABLES, misnamed_variables


def make_rule(code: str, name: str, *, preview: bool = False, **options: Option) -> Rule:
    return Rule(code, name, Severity.WARNING, "0.1", lambda _: (), name, preview=preview, options=options)


RULES = (
    make_rule("CIT001", "undefined-citation", tolerance=Option(2, "how near"), names=Option(["a"], "which")),
    make_rule("CIT002", "key-case-mismatch"),
    make_rule("CIT101", "odd-citation", preview=True),
    make_rule("REF001", "undefined-reference"),
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    (tmp_path / "sub").mkdir()
    return tmp_path


def load(project: Path, text: str = "", **more: object) -> Settings:
    (project / "argcheck.toml").write_text(text, "utf-8")
    more.setdefault("environ", {"XDG_CONFIG_HOME": str(project / "home")})
    return load_settings(project, stop_at=project, **more)


def codes(settings: Settings) -> list[str]:
    return [rule.code for rule in selected_rules(settings, RULES)]


def error(project: Path, text: str) -> str:
    with pytest.raises(ConfigError) as caught:
        load(project, text)
    return str(caught.value).replace(str(project / "argcheck.toml"), "argcheck.toml")


# --- finding and merging ---


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("argcheck.toml", 'language = "en"'),
        (".argcheck.toml", 'language = "en"'),
        ("pyproject.toml", '[tool.argcheck]\nlanguage = "en"'),
    ],
)
def test_nearest_file_upward(project: Path, name: str, text: str) -> None:
    (project / name).write_text(text, "utf-8")
    settings = load_settings(project / "sub", stop_at=project, environ={})
    assert (settings.language, settings.base, settings.config_file) == ("en", project, project / name)


def test_a_pyproject_without_a_table_is_passed_by(project: Path) -> None:
    (project / "argcheck.toml").write_text('language = "en"', "utf-8")
    (project / "sub/pyproject.toml").write_text('[project]\nname = "argcheck-user"', "utf-8")
    settings = load_settings(project / "sub", stop_at=project, environ={})
    assert settings.language == "en"
    assert [file.name for file, _ in settings.inputs] == ["pyproject.toml", "argcheck.toml"]


def test_nothing_above_the_repository_is_read(project: Path) -> None:
    (project / "argcheck.toml").write_text('language = "en"', "utf-8")
    settings = load_settings(project / "sub", stop_at=project / "sub", environ={})
    assert settings.language == "auto"
    assert project / "argcheck.toml" not in settings.absent
    assert project / "sub/argcheck.toml" in settings.absent


def test_layers_and_origins(project: Path) -> None:
    user = project / "home/argcheck/argcheck.toml"
    user.parent.mkdir(parents=True)
    user.write_text(
        'language = "de"\nfail-on = "note"\nexclude = ["a"]\n[severity]\nCIT001 = "note"\n', "utf-8"
    )
    environ = {"XDG_CONFIG_HOME": str(project / "home"), "ARGCHECK_EXCLUDE": "c, d"}
    text = 'language = "en"\nexclude = ["b"]\n[severity]\nREF001 = "off"\n'
    settings = load(project, text, environ=environ, overrides={"fail-on": "error"})
    assert (settings.language, settings.fail_on, settings.exclude) == ("en", Severity.ERROR, ("c", "d"))
    assert settings.severity == {"CIT001": Severity.NOTE, "REF001": None}
    shown = {one.key: (one.value, one.origin.replace(str(project), "")) for one in effective(settings)}
    assert shown["language"] == ("en", "/argcheck.toml:1")
    assert shown["fail-on"] == ("error", "command line")
    assert shown["exclude"] == (["c", "d"], "ARGCHECK_EXCLUDE")
    assert shown["force-exclude"] == (False, "default")
    assert list(shown) == list(KEYS)


def test_isolated_reads_nothing(project: Path) -> None:
    settings = load(project, "nonsense = [", isolated=True)
    assert settings.inputs == ()


def test_a_named_file_replaces_the_nearest(project: Path) -> None:
    (project / "other.toml").write_text('language = "fr"', "utf-8")
    assert load(project, 'language = "en"', config_file=project / "other.toml").language == "fr"
    with pytest.raises(UsageError, match="no such configuration file"):
        load(project, config_file=project / "missing.toml")


def test_settings_for_the_repository_of_a_path(project: Path) -> None:
    (project / "argcheck.toml").write_text('language = "en"', "utf-8")
    (project / "sub/a.tex").write_text("", "utf-8")
    assert settings_for(["sub/a.tex"], cwd=project).language == "en"
    assert settings_for([], cwd=project / "sub").project == project


def test_paths_are_relative_to_the_file(project: Path) -> None:
    settings = load(project, 'roots = ["sub/a.tex"]\ntex-inputs = ["styles"]\nbaseline = "b.json"')
    assert settings.roots == (project / "sub/a.tex",)
    assert settings.tex_inputs == (project / "styles",)
    assert settings.baseline == project / "b.json"


def test_macros(project: Path) -> None:
    text = r"""
cite-macros = ["\\mycite"]
[ref-macros]
tabref = "[]{tab:*}"
[include-macros]
olimport = "[]{} #1/#2"
"""
    settings = load(project, text)
    assert settings.cite_macros == {"mycite": "[][]{*}"}
    assert settings.ref_macros == {"tabref": "[]{tab:*}"}
    assert settings.include_macros == {"olimport": "[]{} #1/#2"}


@pytest.mark.parametrize("glob", ["[z-a].tex", "[[:none:]]*"])
def test_a_glob_that_means_nothing_matches_nothing(glob: str, project: Path) -> None:
    settings = load(project, f'exclude = ["{glob}"]\n[per-file-ignores]\n"{glob}" = ["CIT"]')
    assert not settings.excludes("a.tex")
    assert not settings.ignores("a.tex", "CIT001", "undefined-citation")


def test_a_glob_of_a_stranger_is_read_in_one_way_only(project: Path) -> None:
    """With two ways to read each bracket there are 2^10,000 to find that the last one is not closed."""
    with pytest.raises(ConfigError, match="'exclude' must be a glob"):
        load(project, f'exclude = ["{"[[:b:]]" * 10_000}["]')


def test_globs(project: Path) -> None:
    settings = load(project, 'exclude = ["draft*", "sub/*.tex", "a/**/z.tex", "[xy].tex"]')
    out = [".git/a.tex", "draft/a.tex", "q/draft1.tex", "sub/a.tex", "a/z.tex", "a/b/c/z.tex", "k/x.tex"]
    assert [path for path in out if not settings.excludes(path)] == []
    assert [
        path for path in ("adraft.tex", "sub/b/a.tex", "z.tex", "main.tex") if settings.excludes(path)
    ] == []
    assert settings.excludes(project / "sub/a.tex")


def test_per_file_ignores(project: Path) -> None:
    settings = load(project, '[per-file-ignores]\n"app/*.tex" = ["CIT", "undefined-reference"]\n')
    assert settings.ignores("app/a.tex", "CIT001", "undefined-citation")
    assert settings.ignores("app/a.tex", "REF001", "undefined-reference")
    assert not settings.ignores("app/a.tex", "REF002", "duplicate-label")
    assert not settings.ignores("a.tex", "CIT001", "undefined-citation")


# --- errors ---


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\nselct = []", "argcheck.toml:2: unknown key 'selct'; did you mean 'select'?"),
        ('select = "CIT"', "argcheck.toml:1: 'select' must be a list of strings, not 'CIT'"),
        ("select = [1]", "argcheck.toml:1: 'select' must be a string, not 1"),
        ("[limits]\nmax-file = 3", "argcheck.toml:2: unknown key 'max-file'; did you mean 'max-files'?"),
        (
            "[limits]\nmax-files = 0",
            "argcheck.toml:2: 'limits.max-files' must be a whole number from 1, not 0",
        ),
        (
            "limits.max-files = true",
            "argcheck.toml:1: 'limits.max-files' must be a whole number from 1, not true",
        ),
        ('fail-on = "bad"', "argcheck.toml:1: 'fail-on' must be one of error, warning, note, not 'bad'"),
        (
            '[severity]\nCIT = "loud"',
            "argcheck.toml:2: 'severity.CIT' must be one of error, warning, note, off, not 'loud'",
        ),
        (
            '[ref-macros]\nmyref = "{}"',
            "argcheck.toml:2: 'ref-macros.myref' must be an argument pattern such as '{*}' or '[]{}{tab:*}', not '{}'",
        ),
        (
            "cite-macros = 5",
            "argcheck.toml:1: 'cite-macros' must be a list of macro names or a table of argument patterns, not 5",
        ),
        (
            'cite-macros = ["a", "a b"]',
            "argcheck.toml:1: 'cite-macros' must be a macro name such as 'mycite', not 'a b'",
        ),
        (
            '[cite-macros]\nx = "{}"',
            "argcheck.toml:2: 'cite-macros.x' must be an argument pattern such as '{*}' or '[]{}{tab:*}', not '{}'",
        ),
        ('[ref-macros]\n"a b" = "{*}"', "argcheck.toml:2: 'a b' must be a macro name such as 'mycite'"),
        *(
            (
                f'exclude = ["a", "{glob}"]',
                f"argcheck.toml:1: 'exclude' must be a glob such as 'drafts' or 'old/*.tex', relative to this file, not '{glob}'",
            )
            for glob in ("[a", "", "/", "!keep", "../x", "a/[!", "[]", "[!]", "[")
        ),
        (
            '[per-file-ignores]\n"[a" = ["CIT"]',
            "argcheck.toml:2: '[a' must be a glob such as 'drafts' or 'old/*.tex', relative to this file",
        ),
        (
            'verbatim-environments = ["document"]',
            "argcheck.toml:1: 'verbatim-environments' must be the name of an environment such as 'mylisting', not 'document'",
        ),
        (
            'float-environments = [""]',
            "argcheck.toml:1: 'float-environments' must be the name of an environment such as 'mylisting', not ''",
        ),
        (
            '[theorem-environments]\nthm = ""',
            "argcheck.toml:2: 'theorem-environments.thm' must be a kind such as 'lemma', not ''",
        ),
        (
            '[include-macros]\nload = "{} parts/#2"',
            "argcheck.toml:2: 'include-macros.load' must be arguments and a path such as '[]{} #1/#2', not '{} parts/#2'",
        ),
        ("[rules]\nx = 1", "argcheck.toml:2: 'rules.x' must be a table, not 1"),
        ('roots = ["../a.tex"]', "argcheck.toml:1: '../a.tex' is outside the project"),
        ('tex-inputs = ["/etc"]', "argcheck.toml:1: '/etc' is outside the project"),
        (
            'extra-roots = ["/etc"]',
            (
                "argcheck.toml:1: a repository cannot open folders outside itself;"
                " use --extra-root or the user configuration"
            ),
        ),
        (
            '# ours\n[tool.argcheck]\nlanguage = "en"',
            "argcheck.toml:2: [tool.argcheck] is for pyproject.toml; here its keys stand without it, [tool.argcheck.limits] as [limits]",
        ),
        (
            "tool.argcheck.quotes = true",
            "argcheck.toml:1: [tool.argcheck] is for pyproject.toml; here its keys stand without it, [tool.argcheck.limits] as [limits]",
        ),
        ("[tool.argchek]", "argcheck.toml:1: unknown key 'tool'"),
        ("a = 1\nb = [2\n", "argcheck.toml:2: is not TOML: Unclosed array (at end of document)"),
        ("a = \nb = 2", "argcheck.toml:1: is not TOML: Invalid value (at line 1, column 5)"),
        (
            f"# limits\nlimits = 0x{'f' * 5_000}",
            "argcheck.toml:2: 'limits' has a whole number of more than 64 bits",
        ),
        (
            f"# limits\n[limits]\nmax-files = {2**63}",
            "argcheck.toml:3: 'limits.max-files' has a whole number of more than 64 bits",
        ),
        (f"# limits\nlimits = {'9' * 5_000}", "argcheck.toml:2: has a whole number of more than 64 bits"),
    ],
)
def test_errors_name_file_and_line(project: Path, text: str, message: str) -> None:
    assert error(project, text) == message


def test_extra_roots_of_the_user(project: Path) -> None:
    user = project / "home/argcheck/argcheck.toml"
    user.parent.mkdir(parents=True)
    user.write_text('extra-roots = ["/usr/share/bib"]', "utf-8")
    assert load(project).extra_roots == (Path("/usr/share/bib"),)


def test_a_named_file_within_the_repository_is_not_the_users(project: Path) -> None:
    (project / "ci.toml").write_text('extra-roots = ["/etc"]', "utf-8")
    with pytest.raises(ConfigError, match="outside itself"):
        load(project, config_file=project / "ci.toml")


def test_without_a_repository_extra_roots_are_refused_too(tmp_path: Path) -> None:
    (tmp_path / "argcheck.toml").write_text('extra-roots = ["/etc"]', "utf-8")
    (tmp_path / "sub").mkdir()
    with pytest.raises(ConfigError, match="outside itself"):
        load_settings(tmp_path / "sub", environ={})


def test_a_link_out_of_the_project(project: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    outside = tmp_path_factory.mktemp("outside") / "x.toml"
    outside.write_text("", "utf-8")
    (project / "argcheck.toml").symlink_to(outside)
    with pytest.raises(ConfigError, match="a link that leaves the project"):
        load_settings(project, stop_at=project, environ={})


def test_a_file_that_is_no_utf8(project: Path) -> None:
    (project / "argcheck.toml").write_bytes(b"a = '\xff'")
    with pytest.raises(ConfigError, match=r"is not UTF-8 \(byte 5\)"):
        load_settings(project, stop_at=project, environ={})


def test_paths_in_the_environment_may_hold_commas(project: Path) -> None:
    settings = load(project, environ={"ARGCHECK_TEX_INPUTS": os.pathsep.join(["a, b", "c"])})
    assert settings.tex_inputs == (project / "a, b", project / "c")


def test_environment_and_command_line_are_checked(project: Path) -> None:
    with pytest.raises(ConfigError, match="ARGCHECK_FAIL_ON: 'fail-on' must be one of"):
        load(project, environ={"ARGCHECK_FAIL_ON": "never"})
    with pytest.raises(ConfigError, match="command line: unknown key 'selekt'"):
        load(project, overrides={"selekt": []})


# --- selection ---


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ["CIT001", "CIT002", "REF001"]),
        ('select = ["CIT"]', ["CIT001", "CIT002"]),
        ('select = ["CIT"]\nignore = ["CIT001"]', ["CIT002"]),
        ('select = ["undefined-citation"]\nignore = ["CIT"]', ["CIT001"]),
        ('ignore = ["ALL"]\nextend-select = ["REF"]', ["REF001"]),
        ('extend-select = ["CIT"]\nextend-ignore = ["CIT"]', ["REF001"]),
        ('extend-select = ["CIT001"]\nignore = ["undefined-citation"]', ["CIT002", "REF001"]),
        ('extend-select = ["CIT101"]', ["CIT001", "CIT002", "CIT101", "REF001"]),
        ('select = ["CIT1"]', []),
        ('select = ["odd-citation"]', ["CIT101"]),
        ('[severity]\nCIT = "off"\nCIT002 = "note"', ["CIT002", "REF001"]),
        ("select = []", []),
    ],
)
def test_selection(project: Path, text: str, expected: list[str]) -> None:
    assert codes(load(project, text)) == expected


def test_the_command_line_starts_anew(project: Path) -> None:
    text = 'select = ["REF"]\nignore = ["CIT001"]'
    assert codes(load(project, text, overrides={"select": ["CIT"]})) == ["CIT001", "CIT002"]
    assert codes(load(project, text, overrides={"extend-select": ["CIT"]})) == ["CIT001", "CIT002", "REF001"]
    assert codes(load(project, text, overrides={"ignore": ["REF"]})) == []


def test_severity_is_replaced(project: Path) -> None:
    rules = selected_rules(load(project, '[severity]\nCIT = "note"\nundefined-citation = "error"'), RULES)
    assert [rule.severity.label for rule in rules] == ["error", "note", "warning"]


def test_unknown_selectors(project: Path) -> None:
    with pytest.raises(UsageError) as caught:
        codes(load(project, "", overrides={"select": ["undefined-citatoin"]}))
    assert (
        str(caught.value) == "--select: unknown rule 'undefined-citatoin'; did you mean 'undefined-citation'?"
    )
    with pytest.raises(ConfigError, match=r"argcheck.toml:2: unknown rule 'XYZ'"):
        codes(load(project, '\nignore = ["XYZ"]'))
    with pytest.raises(ConfigError, match=r"argcheck.toml:1: unknown rule 'cit001'; did you mean 'CIT001'"):
        codes(load(project, 'select = ["cit001"]'))
    with pytest.raises(ConfigError, match=r"argcheck.toml:2: unknown rule 'REF9'"):
        codes(load(project, '[per-file-ignores]\n"a.tex" = ["REF9"]'))


# --- options of rules, plugins ---


def test_rule_options(project: Path) -> None:
    settings = load(project, '[rules.undefined-citation]\ntolerance = 3\nnames = ["b"]')
    validate_rule_options(settings, RULES)
    assert rule_options(settings, RULES[0]) == {"tolerance": 3, "names": ["b"]}
    assert rule_options(load(project), RULES[0]) == {"tolerance": 2, "names": ["a"]}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[rules.undefined-citatio]\nx = 1", "argcheck.toml:1: unknown rule 'undefined-citatio'; did you mean 'undefined-citation'?"),
        ("[rules.odd-evidence]\nx = 1", "argcheck.toml:1: unknown rule 'odd-evidence'; if it is of a plugin, install that, or name its file by --plugin"),
        ("[rules.CIT001]\nx = 1", "argcheck.toml:1: unknown rule 'CIT001'; did you mean 'undefined-citation'?"),
        ("[rules.undefined-citation]\ntolerence = 1", "argcheck.toml:2: undefined-citation has no option 'tolerence'; did you mean 'tolerance'?"),
        ('[rules.undefined-citation]\ntolerance = "x"', "argcheck.toml:2: 'rules.undefined-citation.tolerance' must be like 2, not 'x'"),
    ],
)  # fmt: skip
def test_wrong_rule_options(project: Path, text: str, message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        validate_rule_options(load(project, text), RULES)
    assert str(caught.value).replace(str(project / "argcheck.toml"), "argcheck.toml") == message


def test_a_root_that_is_not_there(project: Path) -> None:
    (project / "main.tex").write_text("", "utf-8")
    require_paths(load(project, 'roots = ["main.tex"]'))
    with pytest.raises(ConfigError, match=r"argcheck.toml:2: '.*gone.tex' is no file"):
        require_paths(load(project, '\nroots = ["main.tex", "gone.tex"]'))


def test_a_folder_of_inputs_that_is_not_there(project: Path) -> None:
    require_paths(load(project, 'tex-inputs = ["sub"]'))
    with pytest.raises(ConfigError, match=r"argcheck.toml:2: '.*gone' is no folder"):
        require_paths(load(project, '\ntex-inputs = ["sub", "gone"]'))


def test_a_configuration_that_is_a_folder(project: Path) -> None:
    (project / "argcheck.toml").mkdir()
    with pytest.raises(ConfigError, match=r"argcheck.toml: is no file; remove it or give it another name"):
        load_settings(project, stop_at=project, environ={})


def test_a_configuration_that_is_a_link_to_nothing(project: Path) -> None:
    (project / "argcheck.toml").symlink_to("gone.toml")
    with pytest.raises(ConfigError, match=r"argcheck.toml: is a link to a file that does not exist"):
        load_settings(project, stop_at=project, environ={})


def test_missing_plugin_names_the_line_that_a_hook_needs(project: Path) -> None:
    settings = load(project, 'plugins = ["argcheck-lab"]')
    require_plugins(settings, ["Argcheck_Lab"])
    with pytest.raises(PluginError, match=r"argcheck.toml:1: .*`additional_dependencies: \[argcheck-lab\]`"):
        require_plugins(settings, ["argcheck"])


# --- the schema ---

SAMPLES = [
    {"select": ["CIT"]}, {"select": "CIT"}, {"select": [1]}, {"unknown": 1}, {"fail-on": "note"}, {"fail-on": "off"},
    {"severity": {"CIT": "off"}}, {"severity": {"CIT": 1}}, {"limits": {"max-files": 1}}, {"limits": {"max-files": 0}},
    {"limits": {"max-files": True}}, {"limits": {"other": 1}}, {"cite-macros": ["mycite"]}, {"cite-macros": ["my cite"]},
    {"cite-macros": {"mycite": "[]{*}"}}, {"cite-macros": {"mycite": "[]"}}, {"cite-macros": 1},
    {"ref-macros": {"\\tabref*": "{tab:*}"}}, {"ref-macros": {"tabref": "{*}{*}"}}, {"ref-macros": {"tabref": "x"}},
    {"include-macros": {"olimport": "[]{} #1/#2"}}, {"include-macros": {"olimport": "{}"}},
    {"rules": {"a": {"b": [1]}}}, {"rules": {"a": {"b": ["c"], "d": 1.5}}}, {"rules": {"a": {"b": {}}}}, {"rules": 1},
    {"language": "de-AT"}, {"language": ""}, {"respect-gitignore": 1}, {"respect-gitignore": False},
    {"theorem-environments": {"thm": "theorem"}}, {"per-file-ignores": {"a": ["CIT"]}}, {"per-file-ignores": {"a": "CIT"}},
]  # fmt: skip


@pytest.mark.parametrize("sample", SAMPLES, ids=json.dumps)
def test_the_schema_agrees_with_the_loader(project: Path, sample: dict[str, object]) -> None:
    Draft7Validator.check_schema(schema())
    try:
        load(project, overrides=sample)
        accepted = True
    except ConfigError:
        accepted = False
    assert Draft7Validator(schema()).is_valid(sample) == accepted


def test_every_key_has_a_setting(project: Path) -> None:
    assert {one.key for one in effective(load(project))} == set(KEYS)


@pytest.mark.parametrize("name", ["argchek.toml", ".arg-check.toml", "arcgheck.toml", "ARGCHECK.toml"])
def test_a_file_whose_name_is_nearly_that_of_the_configuration(project: Path, name: str) -> None:
    if name.lower() == "argcheck.toml" and (project / "SUB").exists():
        pytest.skip("the system does not tell capitals apart")
    (project / name).write_text("select = []\n")
    with pytest.raises(
        ConfigError, match=rf"{name}: nothing reads this file; did you mean 'argcheck.toml'\?"
    ):
        load_settings(project / "sub", stop_at=project, environ={})
    load_settings(project, stop_at=project, environ={}, isolated=True)
    load(project)  # beside one that is read it may be anything


@pytest.mark.parametrize(
    "name", ["argcheck-draft.toml", "argcheck2.toml", "typecheck.toml", "argchek.tex", "args.toml"]
)
def test_a_file_that_may_be_meant_for_something_else(project: Path, name: str) -> None:
    (project / name).write_text("select = []\n")
    load_settings(project, stop_at=project, environ={})


@pytest.mark.parametrize(
    "name", ["tool.argchek", "tool.arg-check", "argcheck", "tool.argchek.limits", '"tool".argchck']
)
def test_a_table_whose_name_is_nearly_that_of_ours(project: Path, name: str) -> None:
    (project / "pyproject.toml").write_text(f"[tool.ruff]\n[{name}]\n# for argcheck\n")
    with pytest.raises(
        ConfigError, match=r"pyproject.toml:2: nothing reads the table .*mean \[tool.argcheck\]\?"
    ):
        load_settings(project, stop_at=project, environ={})


@pytest.mark.parametrize("name", ["tool.argcheck-plugin", "tool.typecheck", "tool.check", "tool", "project"])
def test_a_table_of_somebody_else(project: Path, name: str) -> None:
    (project / "pyproject.toml").write_text(f"[{name}]\n")
    load_settings(project, stop_at=project, environ={})


def test_variables_that_nothing_reads_are_told_where_one_is_near() -> None:
    environ = dict.fromkeys(("ARGCHECK_FORMT", "ARGCHECK_FAILON", "ARGCHECK_LLM_KEY", "ARGCHECK_FORMAT"), "x")
    environ |= dict.fromkeys(("ARGCHECK_VERSION", "ARGCHECK_ARGS", "ARGCHECK_HOME", "FORMT"), "x")
    assert list(misnamed_variables(environ | {"ARGCHECK_SELCT": ""}, map(environment_name, KEYS))) == [
        "nothing reads the variable ARGCHECK_FAILON; did you mean ARGCHECK_FAIL_ON?",
        "nothing reads the variable ARGCHECK_FORMT; did you mean ARGCHECK_FORMAT?",
        "nothing reads the variable ARGCHECK_LLM_KEY; did you mean ARGCHECK_LLM_API_KEY?",
    ]


def test_every_variable_that_is_read_is_known() -> None:
    root = Path(__file__).parent.parent
    files = [*(root / "argcheck").rglob("*.py"), *(root / "plugins").rglob("*.py")]
    read = set(
        re.findall(r"(?<![A-Z_])ARGCHECK_[A-Z_]*[A-Z]", "".join(file.read_text("utf-8") for file in files))
    )
    known = {f"ARGCHECK_{name}" for name in OTHER_VARIABLES} | set(map(environment_name, KEYS))
    assert known > read > {"ARGCHECK_LLM_CACHE_KEY"}
