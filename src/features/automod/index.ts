import { UserError } from '#kernel/errors.ts'
import { feature } from '#kernel/feature.ts'
import automod from './contract.ts'
import { settingsFrom, viewOf } from './form-values.ts'
import { exportGuild, forgetGuild, forgetUser } from './stored.ts'
import { decayedBefore, spend, standings } from './strikes.ts'

const soon = () => {
  throw new UserError('automod.soon', 'This is not built yet.')
}

export default feature(automod, {
  switch: 'enabled',
  category: 'Auto Moderation',
  routes: {
    test: soon,
    replay: soon,
    native: () => ({ rules: [], left: [] }),
    strikes: ({ db, guild, own, now }) => ({
      limit: own.maxStrikes,
      members: standings(db, guild.id, decayedBefore(own, now())),
    }),
    forgive: ({ db, guild, params }) => ({ forgiven: spend(db, guild.id, params['userId'] ?? '') }),
  },
  forms: {
    automod: {
      read: ({ own }) => ({ automod: viewOf(own) }),
      write({ save, author }, posted) {
        save(settingsFrom(posted), author)
      },
    },
  },
  forgetUser,
  forgetGuild,
  exportGuild,
})
