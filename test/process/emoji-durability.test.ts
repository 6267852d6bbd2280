import { expect, test } from 'vitest'
import { useKilledProduct } from '../killed-product.ts'
import { until } from '../until.ts'
import { createVisitor } from '../visitor.ts'

const product = useKilledProduct()
const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(200)])

test('the process is killed six times while it adds emojis: each stored order is carried out, and none twice', async () => {
  const { sandbox, home } = product
  const state = sandbox.context.world.guilds.get(home.guildId)
  const owner = createVisitor(sandbox, await product.run())
  await owner.signIn('owner')
  const orders = () => product.query<{ name: string }>('SELECT name FROM emoji_orders').map(({ name }) => name)
  const made = (name: string) => [...(state?.emojis.values() ?? [])].filter(one => one.name === name).length
  const written = new Set<string>()
  for (let kill = 0; kill < 6; kill += 1) {
    const name = `kiln_${kill}`
    const form = new FormData()
    form.set('name', name)
    form.set('file', new Blob([new Uint8Array(png)]), 'kiln.png')
    const asked = owner.call('POST', `/api/guild/${home.guildId}/emojis/file`, form).catch(() => undefined)
    // The three moments: the order is stored, Discord has the emoji, the call is answered.
    if (kill % 3 === 0) await until('the order', () => orders().includes(name) || made(name) > 0)
    else if (kill % 3 === 1) await until('the emoji', () => made(name) > 0)
    else await asked
    await product.killed()
    for (const open of orders()) written.add(open)
    if (made(name) > 0) written.add(name)
    await asked
    await product.run()
  }
  await until('nothing to wait', () => orders().length === 0)
  expect(written.size).toBe(6)
  expect([...written].map(made)).toEqual([...written].map(() => 1))
  const noted = product.query<{ id: string }>('SELECT emoji_id AS id FROM emoji_added')
  expect(noted.map(({ id }) => id).toSorted()).toEqual([...(state?.emojis.keys() ?? [])].toSorted())
})
