import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { areaOf, changedAreas } from './changed-areas.ts'
import { isLong } from './long-tests.ts'

/**
 * Runs the tests of changed areas first, then follows vitest's order, project by project: failed tests, then slow ones.
 * When vitest has no record of an earlier run, files marked as long are started first, so that none runs alone at the
 * end. A class, because vitest requires one.
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
