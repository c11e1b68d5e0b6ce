/** Number of characters of a text that are searched: an error says so at its start. */
const START_READ = 2_000;

const ERROR_START =
  /^(?:❌|(?:[Ee]rror|MCP error)(?: -?\d+| executing [^\n:]*)?:|Error executing|Error occurred:|## 錯誤|#{1,6} [^\n]*\n\s*## System Error)/;

/** Whether a text starts the way servers start an error in prose (MCP-02, TRN-10). */
export function startsLikeError(text: string): boolean {
  return ERROR_START.test(text.trimStart().slice(0, START_READ));
}

const HTTP_STATUS = /status code (\d{3})(?!\d)/i;

/** The HTTP status that a message gives as "status code NNN"; undefined if it gives none. */
export function statusIn(message: string): number | undefined {
  const digits = HTTP_STATUS.exec(message.slice(0, START_READ))?.[1];
  return digits === undefined ? undefined : Number(digits);
}

const RPC_ERROR = /^MCP error (-?\d{1,10}):/;

/** The JSON-RPC code that prose starts with, as in "MCP error -N:"; undefined if there is none. */
export function rpcCodeIn(message: string): string | undefined {
  return RPC_ERROR.exec(message.trimStart().slice(0, 40))?.[1];
}
