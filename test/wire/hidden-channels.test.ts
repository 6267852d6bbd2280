// @module-tag long
import { ChannelFlags } from 'discord.js'
import { expect, onTestFinished, test } from 'vitest'
import { createRandom } from '#sandbox/snowflake.ts'
import { walked } from '../sampling.ts'
import { type HiddenStage, hiddenStage, roomName, unseenAnswers } from '../hidden-channels.ts'
import { settingsThatName } from '../settings-that-name.ts'

/**
 * Channels that Discord hides from the bot: docs/decisions/0032. The product never says that one was deleted, and never
 * gives its name.
 */

/** Has every setting for channels name one, a counter count, and cases be about channels. */
async function useEverywhere({ app, chosen, others, said }: HiddenStage): Promise<void> {
  const { settings, features } = app.product.services
  for (const { contract } of features) {
    const patch = settingsThatName(contract, { channelId: chosen, channelIds: [chosen, ...others] })
    settings.write(app.guildId, contract, patch, { userId: app.as('owner').userId, via: 'dashboard' })
  }
  expect(await said('.counter set members Members')).toContain('<#')
  for (const id of others) await said(`.slowmode 7 <#${id}>`)
  expect(await said(`.lock <#${chosen}> 1h`)).toContain('Locked')
}

/** Everything that commands and the dashboard say to somebody, by command or address. */
async function everythingSaid({ app, owner, manager, said, chosen }: HiddenStage): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const commands = [
    ...app.product.services.features.map(({ contract }) => `.config show ${contract.name}`),
    ...[1, 2, 3, 4, 5].map(number => `.case ${number}`),
    '.modlog show',
    '.welcome show',
    '.farewell show',
    '.counter list',
    '.counter set members Us',
    '.automod whitelist',
    '.doctor',
    '.serverinfo',
    `.modlog <#${chosen}>`,
    `.lock ${chosen}`,
    `.unlock <#${chosen}>`,
    `.slowmode 5 <#${chosen}>`,
    '.modlog #___hidden___',
    '.lock ___hidden___',
  ]
  // Only what somebody typed themselves may look like the name of a mask.
  for (const text of commands)
    found.set(text, (await said(text)).replaceAll('“#___hidden___”', '').replaceAll('“___hidden___”', ''))
  for (const [who, visitor] of Object.entries({ owner, manager }))
    for (const { method, path, answers: kind } of app.product.http.routes) {
      const address = path.replace(':guildId', app.guildId)
      // An export is the raw data, for people who may take all of it.
      if (method !== 'GET' || kind === 'stream' || !path.includes(':guildId') || /:|\/export/.test(address)) continue
      found.set(`${who} ${path}`, JSON.stringify((await visitor.call('GET', address)).body))
    }
  return found
}

const places = (said: Map<string, string>, pattern: RegExp | string) =>
  [...said].flatMap(([where, text]) =>
    text.search(pattern) >= 0 ? [`${where}: ${text.slice(Math.max(0, text.search(pattern) - 80)).slice(0, 200)}`] : [],
  )

test.each(walked(unseenAnswers.map((answer, place) => [place + 1, answer] as const)))(
  'whatever is hidden, nothing says what it is called or that it is gone (seed %i, %s)',
  async (seed, answer) => {
    const set = await hiddenStage(answer)
    onTestFinished(() => set.app.close())
    await useEverywhere(set)
    const random = createRandom(seed)
    const counter = [...(set.guild()?.channels.cache.values() ?? [])].find(({ name }) => name.startsWith('Members'))
    const hidden = [set.chosen, counter?.id ?? '', ...set.others.filter(id => id !== set.chosen && random() < 0.5)]
    for (const id of hidden) await set.hide(id)
    const said = await everythingSaid(set)
    expect(places(said, '___hidden___')).toEqual([])
    expect(places(said, /deleted channel|no longer exists|channel is gone/)).toEqual([])
    const isMasked = (id: string) =>
      set.guild()?.channels.cache.get(id)?.flags.has(ChannelFlags.ChannelObfuscated) === true
    const names = set.others.flatMap((id, place) => (isMasked(id) ? [roomName(place)] : []))
    expect(names.length).toBeGreaterThan(2)
    expect(names.flatMap(name => places(said, new RegExp(`${name}\\b`)))).toEqual([])
    expect(places(said, 'hidden from the bot').length).toBeGreaterThan(5)
    for (const id of hidden) await set.show(id)
    const again = await everythingSaid(set)
    expect(places(again, 'hidden from the bot')).toEqual([])
    expect(places(again, roomName(set.others.indexOf(set.chosen))).length).toBeGreaterThan(0)
  },
)
