import {
  CircleDashed,
  Eye,
  Gamepad2,
  GraduationCap,
  Hammer,
  Headset,
  type LucideIcon,
  Mic,
  Minus,
  Shield,
  ShieldAlert,
} from 'lucide-react'
import type { PlannedChanges } from '#kernel/many-changes/contract.ts'
import type { GuildChannelItem, GuildRoleItem } from '#kernel/contract.ts'
import {
  type CommunityKind,
  type Guard,
  guards,
  kinds,
  type SetupQuestion,
  type SetupHint,
  usualGuard,
} from '#kernel/setup/contract.ts'
import { ChannelPicker, RolePicker } from '#web/ui/form/guild-pickers.tsx'
import { Segmented } from '#web/ui/form/radio.tsx'
import { ChoiceCards, Hint, QuestionItem } from './question.tsx'
import type { useAnswers } from './use-setup.ts'

const kindIcons: Record<CommunityKind, LucideIcon> = {
  makers: Hammer,
  games: Gamepad2,
  study: GraduationCap,
  support: Headset,
  creators: Mic,
  other: CircleDashed,
}
const guardIcons: Record<Guard, LucideIcon> = { watch: Eye, careful: Shield, strict: ShieldAlert, none: Minus }

const withIcons = <V extends string, O extends { value: V }>(
  options: readonly O[],
  icons: Readonly<Record<V, LucideIcon>>,
) =>
  options.map(option => {
    const Icon: LucideIcon = icons[option.value]
    return { ...option, icon: <Icon aria-hidden /> }
  })

/** 'Suggested for makers: Careful.' */
function suggestion(kind: CommunityKind): string {
  const label = kinds.find(({ value }) => value === kind)?.label.toLowerCase()
  const guard = guards.find(({ value }) => value === usualGuard[kind])?.label
  return `Suggested${kind === 'other' ? '' : ` for ${label}`}: ${guard}.`
}

interface Props extends ReturnType<typeof useAnswers> {
  guildId: string
  plan: (PlannedChanges & { hints: SetupHint[] }) | undefined
  channels: readonly GuildChannelItem[]
  roles: readonly GuildRoleItem[]
}

/** The five questions, which can be answered in any order. */
export function Questions({ guildId, typed, given, answer, plan, channels, roles }: Props) {
  const notesOf = (question: SetupQuestion) => {
    const problems = plan?.features.flatMap(({ title, changes }) =>
      changes.flatMap(change =>
        change.question === question && change.problem !== null ? [`${title}: ${change.problem}`] : [],
      ),
    )
    const hints = plan?.hints.filter(hint => hint.question === question) ?? []
    return (
      <>
        {hints.map(({ tone, sentence }) => (
          <Hint key={sentence} tone={tone}>
            {sentence}
          </Hint>
        ))}
        {[...new Set(problems)].map(problem => (
          <Hint key={problem} tone="warning">
            {problem}
          </Hint>
        ))}
      </>
    )
  }
  const item = (question: SetupQuestion, number: number) => ({ number, given: given.has(question) })
  return (
    <ol className="setup-questions">
      <QuestionItem
        {...item('kind', 1)}
        title="What kind of community is it?"
        purpose="Sets limits and wording that suit it. You can change each one."
      >
        <ChoiceCards
          label="Kind"
          name="setup-kind"
          options={withIcons(kinds, kindIcons)}
          value={typed.kind}
          onChange={kind => answer('kind', { kind })}
        />
        {notesOf('kind')}
      </QuestionItem>
      <QuestionItem
        {...item('log', 2)}
        title="Where should it keep its log?"
        purpose="Cases, removed messages and protection events are posted there."
      >
        <div className="setup-pair">
          <ChannelPicker
            label="Log channel"
            channels={channels}
            value={typed.logChannel}
            none="Leave as it is"
            placeholder="Leave as it is"
            onChange={logChannel => answer('log', { logChannel })}
          />
          <div className="setup-notes">{notesOf('log')}</div>
        </div>
      </QuestionItem>
      <QuestionItem
        {...item('staff', 3)}
        title="Who looks after the server?"
        purpose="They see and answer every ticket. They are not exempt from protection; which moderation commands they may use depends on their permissions in Discord."
      >
        <div className="setup-pair">
          <RolePicker
            label="Staff role"
            roles={roles}
            guildId={guildId}
            value={typed.staffRole}
            none="Leave as it is"
            placeholder="Leave as it is"
            onChange={staffRole => answer('staff', { staffRole })}
          />
          <div className="setup-notes">{notesOf('staff')}</div>
        </div>
      </QuestionItem>
      <QuestionItem
        {...item('greet', 4)}
        title="Greet people who join?"
        purpose="With the text you see in Welcome Configuration."
      >
        <div className="setup-greet">
          <Segmented
            label="Greet people"
            name="setup-greet"
            value={typed.greet ? 'yes' : 'no'}
            options={[
              { value: 'yes', label: 'Yes' },
              { value: 'no', label: 'No' },
            ]}
            onChange={greet => answer('greet', { greet: greet === 'yes' })}
          />
          {typed.greet && (
            <>
              <ChannelPicker
                label="Channel"
                channels={channels}
                value={typed.greetChannel}
                onChange={greetChannel => answer('greet', { greetChannel })}
              />
              <label className="choice-line">
                <input
                  type="checkbox"
                  className="check"
                  checked={typed.goodbye}
                  onChange={event => answer('greet', { goodbye: event.target.checked })}
                />
                <span>Say goodbye as well</span>
              </label>
            </>
          )}
        </div>
        {notesOf('greet')}
      </QuestionItem>
      <QuestionItem
        {...item('guard', 5)}
        title="How closely should it guard?"
        purpose={`AntiNuke, auto-moderation and warnings. ${suggestion(typed.kind)}`}
      >
        <ChoiceCards
          label="Protection"
          name="setup-guard"
          options={withIcons(guards, guardIcons)}
          value={typed.guard}
          onChange={guard => answer('guard', { guard })}
        />
        {notesOf('guard')}
      </QuestionItem>
    </ol>
  )
}
