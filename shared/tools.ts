import type { Exchange } from './exchange.ts';
import { isObject, wordOrNull } from './json/value.ts';
import { LONGEST_NAME } from './verdict.ts';

/** Names of MCP-AQL tools (mcp-integration 2; one generator writes `mcpaql`); its time is quadratic in their length. */
const MCP_AQL_TOOL = /^(?:.+_)?mcp_?aql(?:_[a-z0-9_]+)?$/;

/** Whether a tool's name says that its server speaks MCP-AQL. */
export function isMcpAqlTool(tool: string | null): boolean {
  return tool !== null && tool.length <= LONGEST_NAME && MCP_AQL_TOOL.test(tool);
}

/** The tool that was called: as captured, else from the request's params; null if neither says. */
export function toolOf(exchange: Exchange): string | null {
  return exchange.tool ?? (isObject(exchange.params) ? wordOrNull(exchange.params.name) : null);
}
