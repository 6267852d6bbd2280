import { MailX } from 'lucide-react'
import type joindms from '#features/joindms/contract.ts'
import { reader } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import type { PersonNeed, Slots, EntrySource } from '#web/app/slots.tsx'

// Type import only, so that the dashboard does not load the schemas.
const readJoinDms = reader<typeof joindms>()
const feature = 'joindms' satisfies typeof joindms.name

const paused: EntrySource<PersonNeed> = {
  feature,
  query: guildId => ({
    queryKey: [...guildKey(guildId), feature, 'paused'],
    async queryFn({ signal }) {
      const { pause } = await readJoinDms('/guild/:guildId/joindms/deliveries', { params: { guildId }, signal })
      if (!pause) return []
      return [
        {
          key: 'paused',
          icon: MailX,
          title: 'Messages to new members pause',
          text: pause.why,
          urgent: false,
          repair: { label: 'Open', link: { to: '/manage/$guildId/joindms', params: { guildId } } },
        },
      ]
    },
  }),
}

export default { needs: [paused] } satisfies Slots
