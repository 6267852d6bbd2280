import { PermissionFlagsBits } from 'discord-api-types/v10'
import { expect, onTestFinished, test } from 'vitest'
import { hiddenStage } from '#test/hidden-channels.ts'
import { textOf } from '#test/member.ts'
import { until } from '#test/until.ts'

test('the mask of a hidden channel does not count as who may delete in it', async () => {
  let ahead = 0
  const { app, chosen, owner, hide } = await hiddenStage('missing-access', { now: () => Date.now() + ahead })
  onTestFinished(() => app.close())
  const post = (body: object) => owner.call('POST', `/api/guild/${app.guildId}/basic`, body)
  await post({ modUpdate: true, modlog_channel: app.channel('general') })
  await post({ automodUpdate: true, enabled: 'on', anti_ghostping: 'on', mirror_native: 'off' })
  const world = app.sandbox.context.world
  const role = [...(world.guilds.get(app.guildId)?.roles.values() ?? [])].find(({ name }) => name === 'Tally')
  const permissions = String(PermissionFlagsBits.ManageMessages)
  await app.as('owner').rest('PATCH', `/guilds/${app.guildId}/roles/${role?.id}`, { permissions })
  const known = () => app.product.services.client.guilds.cache.get(app.guildId)?.roles.cache.get(role?.id ?? '')
  await until('the bot to know', () => known()?.permissions.has('ManageMessages'))

  const report = async (text: string, between: () => Promise<void>) => {
    const { id } = await app.as('member1').say(chosen, `${text} <@${app.as('member2').userId}>`)
    await app.as('member1').rest('DELETE', `/channels/${chosen}/messages/${id}`)
    await app.answerTo(await app.as('owner').say(app.channel('general'), '.ping'))
    await between()
    ahead += 60_000
    await app.product.services.scheduler.tick()
    return until('the report', () =>
      app
        .messages(app.channel('general'))
        .map(textOf)
        .find(one => one.includes(text)),
    )
  }
  expect(await report('seen', () => Promise.resolve())).toContain('Bots with Manage Messages there: <@')
  expect(await report('hidden', () => hide(chosen))).not.toContain('Bots with Manage Messages there')
})
