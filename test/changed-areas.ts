import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'

const git = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8' }).stdout.split('\n').filter(Boolean)

/** A feature's server, pages and tests are one area; elsewhere each folder is. */
export const areaOf = (path: string): string =>
  /^(?:src|web)\/features\/[^/]+/.exec(path)?.[0].replace(/^web/, 'src') ?? dirname(path)

/** Areas with changes that are not on the main branch yet. */
export function changedAreas(): ReadonlySet<string> {
  const base = git('merge-base', 'HEAD', 'main')[0] ?? 'HEAD'
  return new Set([...git('diff', '--name-only', base), ...git('ls-files', '-o', '--exclude-standard')].map(areaOf))
}
