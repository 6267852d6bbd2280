import { feature } from '#kernel/feature.ts'
import { forgetLock } from './channel/lock-rows.ts'
import { locking } from './channel/locking.ts'
import { purges } from './channel/purge.ts'
import { slowmode } from './channel/slowmode.ts'
import moderation from './contract.ts'
import { routes } from './case-routes.ts'
import { requirements } from './requirements.ts'
import { forms } from './settings-form.ts'
import { exportGuild, forgetGuild, forgetUser } from './stored-data.ts'
import { liftBan } from './temporary-ban.ts'
import { voiceCommands } from './voice/voice-commands.ts'

export default feature(moderation, {
  switch: 'enabled',
  category: 'Moderation',
  routes,
  forms,
  jobs: { liftBan },
  commands: { ...purges, ...locking, slowmode, ...voiceCommands },
  listeners: {
    channelDelete({ db, guild }, channel) {
      forgetLock(db, guild.id, channel.id)
    },
  },
  requires: ({ own }) => requirements(own),
  forgetUser,
  forgetGuild,
  exportGuild,
})
