import type { ClientTransport } from "../../transport/client-transport.ts";

/** A transport that tells when a POST is answered with 404. */
export function noticing404(transport: ClientTransport, notice: () => void): ClientTransport {
  if (transport.kind !== "http") return transport;
  return {
    ...transport,
    send(text, headers) {
      const sent = transport.send(text, headers);
      void sent.responded?.then(({ status }) => {
        if (status === 404) notice();
      });
      return sent;
    },
  };
}
