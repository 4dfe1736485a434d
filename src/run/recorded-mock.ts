import { clientMock } from "./client/mock/recorded-stdio.ts";
import { hostMock } from "./host/mock/stdio-mock.ts";

/** The program of the recorded mock servers that hosts and clients start, in one file: `host` or `client`, then what each takes. */
const [subject, ...words] = process.argv.slice(2);
void (subject === "host" ? hostMock(words) : clientMock(words));
