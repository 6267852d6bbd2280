import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commandList } from '#features/general/command-list.ts'
import { features } from '#features/index.ts'
import { titleOf } from '#contract'
import type { z } from 'zod'
import { entries } from '#web/app/navigation/entries.ts'
import { type GuideBlock, type GuideInline, guideFiles, plainText, readGuide } from './guide-text.ts'

const guides = guideFiles.map(({ id, file }) => readGuide(id, readFileSync(file, 'utf8')))
/** Those for people in Discord; the others are for whoever runs the machine. */
const forServers = guides.filter(({ id }) => !['hosting', 'operator', 'premium', 'backup'].includes(id))

function* inlines(nodes: readonly GuideInline[]): Generator<Exclude<GuideInline, string>> {
  for (const node of nodes) {
    if (typeof node === 'string') continue
    yield node
    if (node.kind !== 'code') yield* inlines(node.children)
  }
}
function* marks(blocks: readonly GuideBlock[]): Generator<Exclude<GuideInline, string>> {
  for (const block of blocks) {
    if (block.kind === 'list') yield* marks(block.items.flat())
    else if (block.kind === 'note') yield* marks(block.blocks)
    else if (block.kind === 'table') for (const cell of [block.head, ...block.rows].flat()) yield* inlines(cell)
    else if (block.kind !== 'code-block') yield* inlines(block.children)
  }
}

const commands = new Set(commandList(features).flatMap(({ name, aliases }) => [name, ...aliases]))
/** Pages, features, settings and the groups they stand in, as the dashboard calls them. */
const names = new Set([
  ...entries.map(({ name }) => name),
  ...features.flatMap(({ contract }) => [
    contract.title,
    ...Object.values<z.ZodType>(contract.settings.shape).flatMap(schema => titleOf(schema) ?? []),
  ]),
  'Import and export',
])

test.each(forServers)('every command in $id exists', ({ blocks }) => {
  const named = [...marks(blocks)].flatMap(node =>
    node.kind === 'code' && node.text.startsWith('.') ? node.text.slice(1) : [],
  )
  expect(named.filter(name => !commands.has(name))).toEqual([])
})

test('the guides do name commands and settings', () => {
  const all = forServers.flatMap(({ blocks }) => [...marks(blocks)])
  expect(all.filter(node => node.kind === 'code' && node.text.startsWith('.')).length).toBeGreaterThan(40)
  expect(all.filter(node => node.kind === 'strong').length).toBeGreaterThan(50)
})

test.each(forServers)('every page and setting in $id has the same name on the dashboard', ({ blocks }) => {
  const named = [...marks(blocks)].flatMap(node => (node.kind === 'strong' ? plainText(node.children) : []))
  // Bold text that ends like a sentence or a label is the guide's own.
  expect(named.filter(name => !/[?.:”]$/.test(name) && !names.has(name))).toEqual([])
})
