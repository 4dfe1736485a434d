"""A client of A2A on the Python SDK: sends a message as a stream, gets the task, and asks for one that is not there."""

import asyncio
import json
import sys
import uuid

from a2a.client import ClientConfig, ClientFactory
from a2a.types import GetTaskRequest, Message, Part, Role, SendMessageRequest, TaskState


async def main(url: str) -> None:
    client = await ClientFactory(ClientConfig()).create_from_url(url)
    message = Message(message_id=str(uuid.uuid4()), role=Role.ROLE_USER, parts=[Part(text="Hello")])
    kinds, text, task_id = [], "", ""
    async for event in client.send_message(SendMessageRequest(message=message)):
        kinds.append(event.WhichOneof("payload"))
        if event.HasField("task"):
            task_id = event.task.id
        if event.HasField("artifact_update"):
            text += event.artifact_update.artifact.parts[0].text
    task = await client.get_task(GetTaskRequest(id=task_id))
    try:
        await client.get_task(GetTaskRequest(id="none"))
        missing = "found"
    except Exception as error:  # whatever the SDK makes of it
        missing = type(error).__name__
    state = TaskState.Name(task.status.state)
    print(json.dumps({"kinds": sorted(set(kinds)), "text": text, "state": state, "missing": missing}))


asyncio.run(main(sys.argv[1]))
