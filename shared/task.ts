import { isObject, type JsonObject } from './json/value.ts';

/**
 * The id of the task that will have the answer to a call, where its result names one in place of the answer: in `task` (MCP
 * 2025-11-25, basic/utilities/tasks), or among its members beside `resultType: "task"` (Tasks extension of 2026-07-28,
 * "Task Creation"). Undefined if it names none.
 */
export function taskOf(result: unknown): string | undefined {
  if (!isObject(result)) return undefined;
  const { resultType, task, content, taskId } = result;
  if (resultType === 'task') return text(taskId);
  return isObject(task) && content === undefined ? text(task.taskId) : undefined;
}

/**
 * The answer to a call in the state of its task, and the task's member that holds it: a CallToolResult, or a JSON-RPC error,
 * here as the message that it would have been (Tasks extension of 2026-07-28, "Task Status"). Undefined if the task has none:
 * it is not over, was cancelled, or is one of 2025-11-25, whose answer is asked for by `tasks/result`.
 */
export function answerOfTask(
  task: unknown,
): { readonly name: 'result' | 'error'; readonly response: JsonObject } | undefined {
  if (!isObject(task)) return undefined;
  const { status, result, error } = task;
  if (status === 'completed' && isObject(result)) return { name: 'result', response: result };
  if (status === 'failed' && isObject(error)) return { name: 'error', response: { jsonrpc: '2.0', error } };
  return undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
