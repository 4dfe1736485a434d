/** Why an exchange failed, in one line that a person understands; the code of the system comes after it in parentheses. */
export function httpFailure(error: NodeJS.ErrnoException, host: string): string {
  const code = error.code ?? "";
  const described = describe(code, error.message, host);
  return code === "" ? described : `${described} (${code})`;
}

function describe(code: string, message: string, host: string): string {
  const firstLine = message.split("\n")[0] ?? "";
  switch (code) {
    case "ECONNREFUSED":
      return `connection refused by ${host}`;
    case "ECONNRESET":
    case "EPIPE":
      return `${host} broke the connection`;
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `no such host: ${host}`;
    case "ETIMEDOUT":
    case "EHOSTUNREACH":
    case "ENETUNREACH":
      return `${host} cannot be reached`;
    case "HPE_HEADER_OVERFLOW":
      return `${host} sent more headers than mcpcheck reads`;
    default:
      if (code.startsWith("HPE_")) return `${host} did not answer with valid HTTP: ${firstLine}`;
      if (/^(Z_|ERR__ERROR_)/u.test(code)) return `${host} sent a body that does not fit its content encoding`;
      if (isTls(code)) return `TLS with ${host} failed: ${firstLine}`;
      return `no connection with ${host}: ${firstLine}`;
  }
}

function isTls(code: string): boolean {
  return /^(ERR_(SSL|TLS)_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|EPROTO$|HOSTNAME_MISMATCH)/u.test(code);
}
