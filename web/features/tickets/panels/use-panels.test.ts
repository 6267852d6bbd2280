import { expect, test } from 'vitest'
import { panel } from '#features/tickets/panels/contract.ts'
import { copyOf } from './use-panels.ts'

const stored = (title: string) =>
  panel.parse({
    title,
    id: 'first',
    message_id: '111111111111111111',
    created_at: 1,
    channel_info: null,
    revision: 7,
    opened: 3,
    deployed_at: 1,
    message_missing: false,
    outdated: false,
  })

test('a copy is a separate draft, and is marked as a copy however long the title is', () => {
  const copy = copyOf(stored('Help'))
  expect(copy).toMatchObject({ title: 'Help (Copy)', revision: 0 })
  for (const key of ['id', 'message_id', 'created_at', 'deployed_at']) expect(copy).not.toHaveProperty(key)
  for (const length of [249, 250, 256]) {
    const title = copyOf(stored('🎫'.repeat(length))).title ?? ''
    expect(title).toMatch(/^🎫+ \(Copy\)$/u)
    expect([...title].length).toBe(256)
  }
})
