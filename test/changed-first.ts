import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { areaOf, changedAreas } from './changed-areas.ts'
import { isLong } from './long-tests.ts'

/**
 * Tests of what was changed come first, then vitest's order, project by project: what failed, then what takes long.
 * Where vitest has no last run to know it from, files marked as long are begun first, so that none is left alone at the
 * end. Its interface is a class.
 */
export class ChangedFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const changed = changedAreas()
    const isChanged = ({ moduleId }: TestSpecification) => changed.has(areaOf(relative('.', moduleId)))
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project))]
    return [true, false].flatMap(changedOnes =>
      projects.flatMap(project => {
        const own = sorted.filter(file => file.project === project && isChanged(file) === changedOnes)
        const long = own.filter(({ moduleId }) => isLong(readFileSync(moduleId, 'utf8')))
        return [...long, ...own.filter(file => !long.includes(file))]
      }),
    )
  }
}
