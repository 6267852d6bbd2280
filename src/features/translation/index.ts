import { z } from 'zod'
import { feature } from '#kernel/feature.ts'
import { flagtranslation, notConfigured, translate } from './commands.ts'
import translation from './contract.ts'
import { doneIn, forgetDone, sweep } from './translated-messages.ts'
import { clear, onReaction } from './reaction.ts'
import { offerOf, providerOf } from './service.ts'
import { flagSwitch } from './module-switch.ts'

const day = 24 * 60 * 60_000

export default feature(translation, {
  switch: flagSwitch,
  category: 'Community',
  commands: { flagtranslation, translate },
  jobs: { clear, sweep: { payload: z.unknown(), run: sweep } },
  start({ scheduler }) {
    scheduler.every({ feature: translation.name, job: 'sweep', everyMs: day, key: 'daily' })
  },
  listeners: {
    messageReactionAdd: onReaction,
  },
  obstacles: ctx =>
    providerOf(ctx)
      ? []
      : [
          {
            title: 'Flag Translation is on, but nothing translates',
            repair: `${notConfigured} Until then nothing is sent anywhere.`,
            setting: 'enabled',
          },
        ],
  forms: {
    translation: {
      read: async ctx => ({ enabled: flagSwitch.on(ctx, ctx.guild.id), ...(await offerOf(ctx)) }),
      write(ctx, { enabled }) {
        flagSwitch.set(ctx, ctx.guild.id, enabled, ctx.author)
      },
    },
  },
  forgetGuild: ({ db }, guildId) => void forgetDone(db, guildId),
  exportGuild: ({ db }, guildId) => ({ done: doneIn(db, guildId) }),
})
