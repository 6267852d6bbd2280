import { spawnSync } from 'node:child_process'
import { dirname, relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const git = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8' }).stdout.split('\n').filter(Boolean)

/** A feature's server, pages and tests are one area; elsewhere each folder is. */
const area = (path: string) => /^(?:src|web)\/features\/[^/]+/.exec(path)?.[0].replace(/^web/, 'src') ?? dirname(path)

/** Areas with something that is not on the main branch yet. */
function changedAreas(): Set<string> {
  const base = git('merge-base', 'HEAD', 'main')[0] ?? 'HEAD'
  return new Set([...git('diff', '--name-only', base), ...git('ls-files', '-o', '--exclude-standard')].map(area))
}

/**
 * Tests of what was changed come first, then vitest's order: what failed, then what takes long. Its interface is a
 * class.
 */
export class ChangedFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const changed = changedAreas()
    const isChanged = ({ moduleId }: TestSpecification) => changed.has(area(relative('.', moduleId)))
    const sorted = await super.sort(files)
    return [...sorted.filter(isChanged), ...sorted.filter(file => !isChanged(file))]
  }
}
