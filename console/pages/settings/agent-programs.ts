/** How a program that works with a language model is told of this server; `docs/mcp.md` has the same. */
export interface AgentProgram {
  /** Null: those that start a server themselves, whatever they are called. */
  name: string | null;
  /** Null for a command. */
  file: string | null;
  text: string;
}

/** Configurations for the server at this address. They read the key from the environment where the program can. */
export function agentPrograms(origin: string): AgentProgram[] {
  const url = `${origin}/mcp`;
  return [
    {
      name: 'Claude Code',
      file: null,
      text: `claude mcp add --transport http tocsin ${url} --header "Authorization: Bearer $TOCSIN_API_KEY"`,
    },
    { name: 'Visual Studio Code', file: '.vscode/mcp.json', text: visualStudioCode(url) },
    { name: 'Cursor', file: '.cursor/mcp.json', text: cursor(url) },
    {
      name: 'Codex',
      file: '~/.codex/config.toml',
      text: `[mcp_servers.tocsin]\nurl = "${url}"\nbearer_token_env_var = "TOCSIN_API_KEY"`,
    },
    { name: null, file: 'claude_desktop_config.json', text: starting(origin) },
  ];
}

function visualStudioCode(url: string): string {
  return `{
  "inputs": [{ "type": "promptString", "id": "tocsin-key", "description": "API key of Tocsin", "password": true }],
  "servers": {
    "tocsin": {
      "type": "http",
      "url": "${url}",
      "headers": { "Authorization": "Bearer \${input:tocsin-key}" }
    }
  }
}`;
}

function cursor(url: string): string {
  return `{
  "mcpServers": {
    "tocsin": {
      "url": "${url}",
      "headers": { "Authorization": "Bearer \${env:TOCSIN_API_KEY}" }
    }
  }
}`;
}

function starting(origin: string): string {
  return `{
  "mcpServers": {
    "tocsin": {
      "command": "npx",
      "args": ["tocsin", "mcp"],
      "env": { "TOCSIN_ENDPOINT": "${origin}", "TOCSIN_API_KEY": "tocsin_key_…" }
    }
  }
}`;
}
