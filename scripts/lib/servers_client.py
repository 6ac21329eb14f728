"""Uses `commitdiary mcp` through the Python SDK of the protocol, and prints what it got as JSON.

    servers_client.py MODE COMMAND...

MODE is `session` for the SDK before version 2, else a mode of its client.
"""
import asyncio
import json
import os
import sys

MODE, COMMAND = sys.argv[1], sys.argv[2:]
CALLS = json.load(sys.stdin)


async def use(list_tools, call):
    tools = (await list_tools()).tools
    results = []
    for name, arguments in CALLS:
        try:
            result = (await call(name, arguments)).model_dump(mode="json", by_alias=True)
            results.append({"isError": bool(result.get("isError")), "text": result["content"][0]["text"]})
        except Exception as error:
            results.append({"protocolError": str(error)})
    # A call that is given up: the client says so, and the server stays usable.
    cancelled = asyncio.create_task(call("search", {"words": "a"}))
    await asyncio.sleep(0)
    cancelled.cancel()
    try:
        await cancelled
    except asyncio.CancelledError:
        pass
    after = (await call("search", {"words": "cache"})).model_dump(mode="json", by_alias=True)
    return {"tools": [tool.name for tool in tools], "results": results, "after": bool(after.get("isError"))}


async def main():
    command, arguments = COMMAND[0], COMMAND[1:]
    if MODE == "session":
        from mcp import ClientSession, StdioServerParameters
        from mcp.client.stdio import stdio_client
        parameters = StdioServerParameters(command=command, args=arguments, cwd=os.getcwd())
        async with stdio_client(parameters) as (read, write):
            async with ClientSession(read, write) as session:
                await session.initialize()
                return await use(session.list_tools, session.call_tool)
    from mcp import Client, StdioServerParameters, stdio_client
    parameters = StdioServerParameters(command=command, args=arguments, cwd=os.getcwd())
    async with Client(stdio_client(parameters), mode=MODE) as client:
        return await use(client.list_tools, client.call_tool)


print(json.dumps(asyncio.run(main())))
