import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** What docs/adding-a-feature.md says to write: its code blocks, each with the path of its file. */
const guide = readFileSync(resolve(import.meta.dirname, '../../docs/adding-a-feature.md'), 'utf8')
const blocks = [...guide.matchAll(/^```tsx? (\S+)\n(.*?)^```$/gms)].map(([, path = '', content = '']) => ({
  path,
  content,
}))
const files = blocks.filter(({ path }) => path !== 'manifest')

/** The titles of the guide's own tests. */
export const testsOfGuide = (): string[] =>
  files.flatMap(({ content }) => Array.from(content.matchAll(/^test\('(.*?)'/gm), ([, title = '']) => title))

/** The paths of the guide's own tests. */
export const testFilesOfGuide = (): string[] => files.map(({ path }) => path).filter(path => /\.test\.tsx?$/.test(path))

/** Inserts the line from section 7 after the first line of the file that contains `after`. */
function addLine(file: string, path: string, after: string): void {
  const line = new RegExp(`^\`\`\`tsx? setting ${path}\\n(.*?)^\`\`\`$`, 'ms').exec(guide)?.[1] ?? ''
  if (!/^.+\n$/.test(line)) throw new Error(`a setting is one line in ${path}, not ${line}`)
  const before = readFileSync(file, 'utf8')
  writeFileSync(
    file,
    before.replace(new RegExp(`^.*${after}.*\n`, 'm'), found => found + line),
  )
}

/** Adds the feature from the guide to a copy of the project, except for its migration. */
export function writeGuidesFeature(copy: string): void {
  for (const { path, content } of files) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    writeFileSync(join(copy, path), content)
  }
  for (const [path, after] of [
    ['src/features/kudos/contract.ts', 'const settings = '],
    ['web/features/kudos/pages/kudos.tsx', 'field\\(.enabled.\\)'],
  ] as const)
    addLine(join(copy, path), path, after)
  const manifest = join(copy, 'src/features/index.ts')
  const line = blocks.find(({ path }) => path === 'manifest')?.content ?? ''
  const before = readFileSync(manifest, 'utf8')
  writeFileSync(manifest, line + before.replace(/(features[^=]*= \[)([^\]]*?),?\s*\]/, '$1$2,\n  kudos,\n]'))
}
