"""Citations judged by the funnel with a script for a model, and no server between."""

from __future__ import annotations

import asyncio

from argcheck.llm.model import ModelAnswer, Usage
from argcheck.verdicts.funnel import Funnel, Tools


class ScriptedClient:
    """Asks a script, as `argcheck.llm.client.Client` asks an endpoint; nothing is remembered, so no citation profits from another.

    :param script: gives the answer to a request (as ``scripted.model`` has them) as an object.
    """

    model, dry, budget = "scripted", False, None

    def __init__(self, script):
        self.script = script

    async def ask(self, question):
        return (await self.sample(question, 1))[0]

    async def sample(self, question, count):
        request = {
            "messages": [message._asdict() for message in question.messages],
            "response_format": {"json_schema": {"name": question.purpose}},
        }
        values = [self.script(request, number) for number in range(count)]
        return [
            ModelAnswer(value, "", self.model, Usage(), repaired=False, remembered=False) for value in values
        ]

    async def every(self, question, count):
        return await self.sample(question, count)


def judged(cases, script):
    """Judge citations, one after the other."""

    async def run():
        funnel = Funnel(Tools(client=ScriptedClient(script)))
        return [await funnel.judge(case) for case in cases]

    return asyncio.run(run())
