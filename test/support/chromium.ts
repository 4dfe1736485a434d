import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The Chromium of this machine (CHROMIUM names another one); undefined where there is none. */
export const chromiumPath: string | undefined = [
  ...(process.env["CHROMIUM"] === undefined ? [] : [process.env["CHROMIUM"]]),
  ...(process.env["PATH"] ?? "").split(delimiter).flatMap((folder) => names.map((name) => join(folder, name))),
].find((path) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
});

/** Why tests in a browser are skipped. */
export const whyNoChromium = "no Chromium is installed here (apt-get install chromium, or name one by CHROMIUM)";
