import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerWith } from '../custom-commands.ts'
import { runs } from '../sampling.ts'
import { createHarness, type Harness } from '../harness.ts'
import { createTransfers, type Kind, saves, toldThings, type Transfers } from '../transfers.ts'

let app: Harness
let desk: Transfers
beforeAll(async () => {
  app = await createHarness({ writesPerMinute: 10_000 })
  desk = await createTransfers(app)
})
afterAll(() => app.close())

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).filter(value => value.trim().length > 1)
const places = ['general', 'rules', 'woodwork', 'mod-log'] as const
const drawn = () => {
  const { role } = desk
  const channels = fc.subarray(places.map(name => app.channel(name)))
  const roles = fc.subarray([role('Potter'), role('Regular')])
  const key = (at_: number) => `k${at_}`
  return fc.record({
    command: fc.array(
      fc.record({
        description: text,
        on: fc.boolean(),
        answers: fc.array(
          text.map(value => answerWith(value.slice(0, 50))),
          { minLength: 1, maxLength: 3 },
        ),
        sends: fc.constantFrom('reply', 'channel', 'dm'),
        allowed_roles: roles,
        denied_channels: channels,
        member_wait: fc.nat(3600),
        gives_role: fc.option(fc.constant(role('Potter'))),
      }),
      { maxLength: 3 },
    ),
    automation: fc.array(
      fc.record({
        trigger: channels.map(list => ({ kind: 'message', channels: list })),
        conditions: fc.constantFrom([], [{ id: key(1), kind: 'has_role', role_id: role('Regular') }]),
        actions: text.map(value => [{ id: key(2), kind: 'send', channel_id: app.channel('general'), text: value }]),
        runs_per_hour: fc.integer({ min: 1, max: 60 }),
      }),
      { maxLength: 3 },
    ),
    tag: fc.array(fc.record({ text, words: fc.uniqueArray(fc.constantFrom('money', 'clay', 'kiln')) }), {
      maxLength: 3,
    }),
    menu: fc.array(
      fc.record({
        channel_id: fc.option(fc.constant(app.channel('general'))),
        content: text,
        mode: fc.constantFrom('normal', 'unique', 'verify'),
        kind: fc.constantFrom('buttons', 'select'),
        choices: roles.map(list => list.map((id, at_) => ({ id: key(at_), role_id: id, label: `Role ${at_}` }))),
        forbidden_roles: roles,
      }),
      { maxLength: 3 },
    ),
    panel: fc.array(
      fc.record({
        channel_id: fc.constant(app.channel('general')),
        description: text,
        support_roles: roles,
        max_duration: fc.nat(8760),
        required_inputs: fc.constantFrom([], [{ id: 'a', label: 'What is it about?' }]),
      }),
      { maxLength: 3 },
    ),
  })
}

test('everything that a server has made is exported, imported into an empty server, and exported again unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(drawn(), async wanted => {
      const { emptied, save, exported, planned, apply, undo, messages, owner, at } = desk
      emptied()
      for (const [kind, designs] of Object.entries(wanted) as [Kind, object[]][]) {
        const ids: string[] = []
        for (const [at_, design] of designs.entries()) {
          // Two share a name, and further panels join the first.
          const name = kind === 'command' || kind === 'tag' ? `n${at_}` : `Thing ${Math.min(at_, 1)}`
          const joined = kind === 'panel' && at_ > 0 ? { joined_to: ids[0] } : {}
          const made = await save(kind, {
            ...design,
            name,
            ...(kind === 'panel' && { title: name, name: undefined }),
            ...joined,
          })
          ids.push(made[kind]?.id ?? '')
        }
      }
      const before = await exported()
      const file = JSON.stringify(before)
      emptied()
      const posted = messages()
      const plan = await planned({ file })
      expect(toldThings(plan).filter(one => !one.endsWith(': new'))).toEqual([])
      const total = Object.values(wanted).reduce((sum, { length }) => sum + length, 0)
      expect([plan.things, plan.count]).toEqual([total, total])
      if (total === 0) return
      const { id } = await apply({ file }, plan)
      expect({ ...(await exported()), exportedAt: '' }).toEqual({ ...before, exportedAt: '' })
      const { body } = await owner.call('GET', at(saves.automation))
      expect((body as { automations: { on: boolean }[] }).automations.filter(({ on }) => on)).toEqual([])
      expect(messages()).toEqual(posted)
      expect(await undo(id)).toMatchObject({ status: 200, body: { changes: total } })
      expect((await exported()).things).toEqual({})
    }),
    // A server may make forty plans a minute.
    { numRuns: runs(9) },
  )
})
