/** Every envelope, of any dialect, and every CallToolResult has at least one of these members. */
export const ENVELOPE_MEMBERS = ['success', 'error', 'value', 'content', 'structuredContent'] as const;
