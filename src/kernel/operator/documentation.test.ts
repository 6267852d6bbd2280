import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { operatorFile } from './contract.ts'
import { readOperatorFile } from './read-file.ts'

const page = readFileSync('docs/operator.md', 'utf8')

interface Schema {
  type?: string
  description?: string
  maxLength?: number
  maxItems?: number
  properties?: Record<string, Schema>
  items?: Schema
}

const limitOf = ({ maxLength, maxItems }: Schema) =>
  maxLength !== undefined ? `${maxLength} characters` : maxItems !== undefined ? `${maxItems} entries` : ''

/** `| \`team[].name\` | who it is | 80 characters |` for every part of the file. */
const rowsOf = (schema: Schema, path = ''): string[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, part]) => {
    const here = `${path}${name}${part.items ? '[]' : ''}`
    const row = `| \`${here}\` | ${part.description ?? part.items?.description ?? ''} | ${limitOf(part)} |`
    return [row, ...rowsOf(part.items ?? part, `${here}.`)]
  })

test('the table in the documentation agrees with the schema of the file', () => {
  const schema = z.toJSONSchema(operatorFile, { io: 'input', unrepresentable: 'any' }) as Schema
  const rows = [...page.matchAll(/^\| `.*\|$/gm)].map(([row]) => row)
  expect(rows).toEqual(rowsOf(schema))
})

test('the example in the documentation is a valid file', () => {
  const example = /```json\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
  expect(readOperatorFile(example)).toMatchObject({ file: { name: 'Tidewater Guard' } })
})
