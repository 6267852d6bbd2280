import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { areaOf, changedAreas } from './changed-areas.ts'

/**
 * Tests of what was changed come first, then vitest's order: what failed, then what takes long. Its interface is a
 * class.
 */
export class ChangedFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const changed = changedAreas()
    const isChanged = ({ moduleId }: TestSpecification) => changed.has(areaOf(relative('.', moduleId)))
    const sorted = await super.sort(files)
    return [...sorted.filter(isChanged), ...sorted.filter(file => !isChanged(file))]
  }
}
