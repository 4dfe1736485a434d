import { join } from "node:path";

/**
 * The variables by which programs find where to put what is temporary, cached, configured or counted, each pointing below the
 * scratch directory: so that nothing of it stays, and none of two runs finds what the other left. Those of Windows only
 * where `env` has them. A sandbox has temporary folders of its own, in memory.
 */
export function scratchPlaces(
  env: Readonly<Record<string, string | undefined>>,
  { home, temporary }: { readonly home: string; readonly temporary: string },
  confined = false,
): Record<string, string> {
  const passing = confined ? {} : { TMPDIR: temporary, TMP: temporary, TEMP: temporary };
  const windows = env["USERPROFILE"] === undefined ? {} : windowsPlaces(home);
  return {
    ...passing,
    XDG_CACHE_HOME: join(home, ".cache"),
    XDG_CONFIG_HOME: join(home, ".config"),
    XDG_DATA_HOME: join(home, ".local", "share"),
    XDG_STATE_HOME: join(home, ".local", "state"),
    DOTNET_CLI_HOME: home,
    ...windows,
  };
}

const windowsPlaces = (home: string): Record<string, string> => ({
  APPDATA: join(home, "AppData", "Roaming"),
  LOCALAPPDATA: join(home, "AppData", "Local"),
});
