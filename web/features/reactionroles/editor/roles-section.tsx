import { Plus, Trash2, TriangleAlert } from 'lucide-react'
import type { GuildCore } from '#kernel/contract.ts'
import { type Choice, type MenuProblem, mostChoices, styles } from '#features/reactionroles/menus/contract.ts'
import type { ServerEmoji } from '#web/app/message/editor/context.ts'
import { whileFull } from '#web/ui/disabled-reason.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Select } from '#web/ui/form/combobox.tsx'
import { FieldNote } from '#web/ui/form/field.tsx'
import { RolePicker } from '#web/ui/form/guild-pickers.tsx'
import { OrderGrip } from '#web/ui/form/order-grip.tsx'
import { TextButton } from '#web/ui/form/text-button.tsx'
import { TextInput } from '#web/ui/form/text-input.tsx'
import { formatNumber } from '#web/ui/numbers.ts'
import { EditorCard } from './editor-card.tsx'
import { EmojiField } from './emoji-field.tsx'
import type { MenuEditing } from './use-menu-editor.ts'

const newKey = (choices: readonly Choice[]): string => {
  const used = new Set(choices.map(({ id }) => id))
  for (let number = choices.length + 1; ; number++) if (!used.has(`c${number}`)) return `c${number}`
}

interface Props {
  guildId: string
  guild: GuildCore | undefined
  emojis: readonly ServerEmoji[]
  editing: MenuEditing
  disabled: boolean
  onCheckAgain: () => void
}

/** The roles that a menu offers, in order. */
export function RolesSection(props: Props) {
  const { editing, disabled } = props
  const { design, change, problems } = editing
  const { choices, kind } = design
  const most = mostChoices[kind]
  return (
    <EditorCard
      title="Roles"
      purpose={`${choices.length} of ${most}`}
      controls={
        <Button
          name="choices"
          size="sm"
          icon={<Plus aria-hidden />}
          why={disabled || whileFull(choices.length, most, 'roles')}
          onClick={() =>
            change({
              choices: [
                ...choices,
                { id: newKey(choices), role_id: '', emoji: '', label: '', description: '', style: 'secondary' },
              ],
            })
          }
        >
          Add role
        </Button>
      }
    >
      {choices.length === 0 && (
        <p className="field-help">
          No roles yet. Add those that members may choose, each below the bot’s role and yours.
        </p>
      )}
      <ol className="choice-rows" data-kind={kind}>
        {choices.map((one, at) => (
          <ChoiceRow
            key={one.id}
            {...props}
            choice={one}
            at={at}
            onMove={to => change({ choices: choices.toSpliced(at, 1).toSpliced(to, 0, one) })}
          />
        ))}
      </ol>
      <FieldNote id="menu-choices-note" error={problems['choices']} />
    </EditorCard>
  )
}

function ChoiceRow({
  guildId,
  guild,
  emojis,
  editing,
  disabled,
  onCheckAgain,
  choice,
  at,
  onMove,
}: Props & { choice: Choice; at: number; onMove: (to: number) => void }) {
  const { design, change, problems, stored } = editing
  const put = (patch: Partial<Choice>) =>
    change({ choices: design.choices.map(one => (one.id === choice.id ? { ...one, ...patch } : one)) })
  const role = guild?.roles.find(({ id }) => id === choice.role_id)
  const name = role?.name ?? `role ${at + 1}`
  const told = troubleOf(editing, choice)
  const errors = ['role_id', 'emoji', 'label', 'description'].flatMap(key => problems[`choices.${at}.${key}`] ?? [])
  const held = stored?.held[choice.id] ?? 0
  return (
    <li className="choice-row" data-entry="">
      <div className="choice-fields">
        <OrderGrip
          label={`Move ${name}`}
          noun="Role"
          at={at}
          count={design.choices.length}
          onMove={onMove}
          disabled={disabled}
        />
        <EmojiField
          label={`Emoji of ${name}`}
          name={`choices.${at}.emoji`}
          value={choice.emoji}
          onChange={emoji => put({ emoji })}
          own={emojis}
          error={problems[`choices.${at}.emoji`]}
          disabled={disabled}
        />
        <div className="choice-bare">
          <RolePicker
            label={`Role ${at + 1}`}
            name={`choices.${at}.role_id`}
            roles={guild?.roles ?? []}
            guildId={guildId}
            assignable
            value={choice.role_id === '' ? null : choice.role_id}
            onChange={roleId => put({ role_id: roleId ?? '' })}
            disabled={disabled}
          />
        </div>
        {design.kind !== 'reactions' && (
          <div className="choice-bare">
            <TextInput
              label={`Label of ${name}`}
              name={`choices.${at}.label`}
              value={choice.label}
              onChange={label => put({ label })}
              placeholder={role?.name ?? 'Label'}
              disabled={disabled}
            />
          </div>
        )}
        {design.kind === 'buttons' && (
          <div className="choice-bare choice-style">
            <Select
              label={`Color of ${name}`}
              options={styles}
              value={choice.style}
              onChange={style => put({ style })}
              disabled={disabled}
            />
          </div>
        )}
        {design.kind === 'select' && (
          <div className="choice-bare">
            <TextInput
              label={`Description of ${name}`}
              name={`choices.${at}.description`}
              value={choice.description}
              onChange={description => put({ description })}
              placeholder="Description"
              disabled={disabled}
            />
          </div>
        )}
        <span className="choice-held num" title="Members who have it by this menu">
          {formatNumber(held)}
          <span className="visually-hidden"> {held === 1 ? 'member has' : 'members have'} it by this menu</span>
        </span>
        <IconButton
          size="sm"
          label={`Remove ${name}`}
          icon={<Trash2 aria-hidden />}
          why={disabled}
          onClick={() => change({ choices: design.choices.filter(one => one.id !== choice.id) })}
        />
      </div>
      {errors.length > 0 && <FieldNote id={`choice-${choice.id}`} error={errors.join(' ')} />}
      {errors.length === 0 && told.length > 0 && (
        <p className="choice-trouble">
          <TriangleAlert aria-hidden />
          <span>
            {told.map(({ sentence }) => sentence).join(' ')} <TextButton onClick={onCheckAgain}>Check again</TextButton>
          </span>
        </p>
      )}
    </li>
  )
}

/** The problem of a stored choice, while it still has the same role. */
function troubleOf({ stored }: Pick<MenuEditing, 'stored'>, { id, role_id }: Choice): MenuProblem[] {
  const at = stored?.choices.findIndex(one => one.id === id && one.role_id === role_id) ?? -1
  return at < 0 ? [] : (stored?.problems ?? []).filter(({ field }) => field.startsWith(`choices.${at}.`))
}
