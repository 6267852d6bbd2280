import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The project's folder, the same from `src/` and from the bundle in `dist/`: the nearest one above with a package.json.
 */
export function projectRoot(from = import.meta.dirname): string {
  const above = dirname(from)
  return existsSync(join(from, 'package.json')) || above === from ? from : projectRoot(above)
}
