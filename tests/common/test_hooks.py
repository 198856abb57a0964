"""Hooks: a lower feature calls what an upper one registered."""

from importlib import import_module

import pytest

from scoring.common.hooks import Hook
from tests.test_architecture import FEATURES, FILES, name_of


def test_a_hook_without_a_function_answers_nothing():
    assert (Hook()(1), Hook().first(1)) == ([], None)


def test_a_hook_calls_every_function_in_the_order_of_registration():
    hook = Hook()
    hook.register(lambda number: number + 1)
    hook.register(lambda number: number * 10)
    assert hook(2) == [3, 20]


def test_the_first_answer_of_a_hook_stops_the_later_functions():
    hook, asked = Hook(), []
    hook.register(lambda: None)
    hook.register(lambda: "answer")
    hook.register(lambda: asked.append("third"))
    assert (hook.first(), asked) == ("answer", [])


def test_an_error_of_a_function_reaches_the_caller_of_a_hook():
    hook = Hook()
    hook.register(lambda: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        hook()


def test_every_hook_of_a_feature_has_a_function_registered_with_it():
    modules = [import_module(name_of(file)) for file in FILES if file.name == "hooks.py"]
    hooks = {
        f"{module.__name__}.{name}": hook
        for module in modules
        for name, hook in vars(module).items()
        if isinstance(hook, Hook)
    }
    assert [name for name, hook in hooks.items() if not hook.registered] == []


def test_the_app_looks_for_hooks_in_every_feature():
    from scoring.common.hooks import FEATURES as looked_into

    assert looked_into == FEATURES
