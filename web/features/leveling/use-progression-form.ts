import type { z } from 'zod'
import leveling from '#features/leveling/contract.ts'
import { onOffWord } from '#web/app/settings-form/binding.ts'
import { useSettingsForm } from '#web/app/settings-form/use-settings-form.ts'

const { shape } = leveling.settings
const fields = {
  ranking: shape.enabled,
  levelup_message: shape.levelupMessage,
  levelup_channel: shape.levelupChannel,
  announce: shape.announce,
  level_roles: shape.levelRoles,
  reward_mode: shape.rewardMode,
  xp_rate: shape.xpRate,
  role_rates: shape.roleRates,
  channel_rates: shape.channelRates,
  no_xp_channels: shape.noXpChannels,
  no_xp_roles: shape.noXpRoles,
}
const sentences = {
  load: 'Failed to load settings',
  saved: 'Settings saved successfully!',
  refused: 'Failed to save settings',
  failed: 'Error saving settings: ',
}

type View = z.output<(typeof leveling.forms.stats)['view']>
const read = ({ stats: { enabled, ...others } }: View) => ({ ranking: enabled, ...others })

/** The levels of a server as they are edited. */
export const useProgressionForm = (guildId: string) =>
  useSettingsForm({
    guildId,
    form: leveling.forms.stats,
    fields,
    read,
    write: values => ({ ...values, ranking: onOffWord(values.ranking) }),
    sentences,
  })

export type ProgressionForm = ReturnType<typeof useProgressionForm>
