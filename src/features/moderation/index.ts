import { feature } from '#kernel/feature.ts'
import moderation from './contract.ts'
import { routes } from './case-routes.ts'
import { requirements } from './requirements.ts'
import { forms } from './settings-form.ts'
import { exportGuild, forgetGuild, forgetUser } from './stored-data.ts'
import { liftBan } from './temporary-ban.ts'

export default feature(moderation, {
  switch: 'enabled',
  category: 'Moderation',
  routes,
  forms,
  jobs: { liftBan },
  requires: ({ own }) => requirements(own),
  forgetUser,
  forgetGuild,
  exportGuild,
})
