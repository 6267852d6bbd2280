import { Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import type { GuildCore } from '#kernel/contract.ts'
import { type ChoosingAct, type NoteState, outcomeOf } from '#features/reactionroles/choosing/contract.ts'
import { told } from '#features/reactionroles/choosing/template.ts'
import { type Choice, emojiKey, emojiOf, type MenuDesign, typedKey } from '#features/reactionroles/menus/contract.ts'
import { menuRows, menuText } from '#features/reactionroles/menus/template.ts'
import { placeName } from '#web/app/preview/guild-lookup.ts'
import { MessagePreview, PreviewNote, PreviewPlace } from '#web/app/preview/message-preview.tsx'
import type { Preview } from '#web/app/preview/use-preview.ts'
import { ActionsProvider, type MessageActions } from '#web/ui/discord/actions.ts'
import { messageFlag } from '#web/ui/discord/enums.ts'
import { type Lookup, LookupProvider } from '#web/ui/discord/lookup.ts'
import { Message } from '#web/ui/discord/message.tsx'
import type { MessageView } from '#web/ui/discord/model.ts'
import { Segmented } from '#web/ui/form/radio.tsx'
import { useTheme } from '#web/ui/theme.ts'
import { useLinkedMessage } from './use-menus.ts'

const ids = { button: (id: string) => id, select: () => 'select' }

/** The state of somebody who tries the menu: no role is given. */
interface Trial {
  roles: readonly string[]
  notes: Readonly<Record<string, NoteState>>
  reacted: readonly string[]
  answer: string
}
const untried: Trial = { roles: [], notes: {}, reacted: [], answer: '' }

/** The result of a choice, decided as the bot would. */
function tried(trial: Trial, design: MenuDesign, choice: Choice, act: ChoosingAct, roleName: Named): Trial {
  const chooser = { roles: new Set(trial.roles), notes: new Map(Object.entries(trial.notes)), pending: false }
  const outcome = outcomeOf(design, chooser, choice, act)
  const { give, take, note } = outcome
  const taken = take.map(one => one.role_id)
  const roles = trial.roles.filter(id => !taken.includes(id))
  const notes = { ...trial.notes }
  for (const one of take) delete notes[one.id]
  if (note === null) delete notes[choice.id]
  else if (note !== undefined) notes[choice.id] = note
  const until = give && design.lasts !== null ? Date.now() + design.lasts * 60_000 : undefined
  const replaced = design.mode === 'unique' ? take.map(one => one.id) : []
  return {
    roles: give ? [...roles, give.role_id] : roles,
    notes,
    reacted: trial.reacted.filter(id => !replaced.includes(id)),
    answer: told(outcome, design, choice.role_id, { roleName, until }),
  }
}

type Named = (id: string) => string | undefined

/** A menu as members see it. Pressing answers as the bot would, but gives no role. */
export function MenuPreview({
  guildId,
  design,
  guild,
  preview,
  withheld,
}: {
  guildId: string
  design: MenuDesign
  guild: GuildCore | undefined
  preview: Preview & { lookup: Lookup }
  /** The roles that cannot be given. */
  withheld: ReadonlySet<string>
}) {
  const [theme] = useTheme()
  const [face, setFace] = useState<'dark' | 'light'>()
  const [trial, setTrial] = useState(untried)
  // The trial of another menu is forgotten.
  const shape = JSON.stringify([design.kind, design.mode, design.most, design.choices, design.required_roles])
  const [tries, setTries] = useState(shape)
  if (tries !== shape) {
    setTries(shape)
    setTrial(untried)
  }
  const names: Named = id => guild?.roles.find(one => one.id === id)?.name
  const shown = design.choices.filter(one => names(one.role_id) !== undefined)
  const link =
    design.source === 'attached' && design.channel_id !== null && design.attached_id !== null
      ? `https://discord.com/channels/${guildId}/${design.channel_id}/${design.attached_id}`
      : ''
  const linked = useLinkedMessage(guildId, link)
  const choose = (id: string, act: ChoosingAct) => {
    const choice = shown.find(one => one.id === id)
    if (!choice) return
    if (withheld.has(choice.role_id)) {
      setTrial(before => ({
        ...before,
        answer: `**${names(choice.role_id) ?? ''}** cannot be given right now. The server’s team is told why.`,
      }))
      return
    }
    setTrial(before => tried(before, design, choice, act, names))
  }
  const actions: MessageActions = {
    press: (_message, control, values) => {
      if (values) for (const one of values) choose(one, 'press')
      else if ('custom_id' in control) choose(control.custom_id, 'press')
    },
    outcome: () => undefined,
    choices: () => [],
    react(_message, emoji, add) {
      const choice = shown.find(one => typedKey(one.emoji) === emojiKey(emoji))
      if (!choice) return
      setTrial(before => ({
        ...before,
        reacted: add ? [...before.reacted, choice.id] : before.reacted.filter(id => id !== choice.id),
      }))
      choose(choice.id, add ? 'add' : 'remove')
    },
    vote: () => undefined,
    openChannel: () => undefined,
    openMessage: () => undefined,
    openPerson: () => undefined,
    runCommand: () => undefined,
  }
  const message = messageOf(design, names, trial, preview, withheld, linked.data)
  const answer: MessageView = {
    id: 'answer',
    author: preview.bot,
    timestamp: preview.timestamp,
    content: '',
    flags: messageFlag.ephemeral,
    embeds: [{ description: trial.answer, color: 0x00_a5_6a }],
  }
  const place = placeName(guild, design.channel_id, 'no channel chosen')
  return (
    <MessagePreview
      controls={
        <Segmented
          label="Colors of the preview"
          name="menu-preview-face"
          value={face ?? theme}
          onChange={setFace}
          options={[
            { value: 'dark', label: 'Dark', icon: <Moon aria-hidden /> },
            { value: 'light', label: 'Light', icon: <Sun aria-hidden /> },
          ]}
        />
      }
    >
      <PreviewPlace>{place}</PreviewPlace>
      <LookupProvider value={preview.lookup}>
        <ActionsProvider value={actions}>
          <div className="msgs discord menu-preview" data-theme={face ?? theme}>
            <Message message={message} />
            <div role="status">
              {trial.answer !== '' && design.kind !== 'reactions' && <Message message={answer} grouped />}
              {trial.answer !== '' && design.kind === 'reactions' && (
                <p className="menu-preview-said">{trial.answer.replaceAll('**', '')}</p>
              )}
            </div>
          </div>
        </ActionsProvider>
      </LookupProvider>
      <PreviewNote>{noteOf(design, shown, withheld, names)}</PreviewNote>
    </MessagePreview>
  )
}

function noteOf(design: MenuDesign, shown: readonly Choice[], withheld: ReadonlySet<string>, names: Named): string {
  const press =
    design.kind === 'reactions'
      ? 'Press a reaction: the preview says what would be done, without giving a role. In Discord, reactions get no answer.'
      : design.kind === 'buttons'
        ? 'Press a button: the preview answers as the bot would, without giving a role.'
        : 'Choose: the preview answers as the bot would, without giving a role.'
  const out = shown.filter(one => withheld.has(one.role_id)).map(one => names(one.role_id) ?? '')
  if (out.length === 0) return press
  return `${press} ${out.join(', ')} cannot be given right now: anyone who chooses it is told so.`
}

interface Linked {
  author: { id: string; username: string }
  timestamp: string
  content: string
  embeds: unknown[]
}

function messageOf(
  design: MenuDesign,
  names: Named,
  trial: Trial,
  { bot, timestamp }: Preview,
  withheld: ReadonlySet<string>,
  linked: Linked | undefined,
): MessageView {
  const shown = design.choices.filter(one => names(one.role_id) !== undefined)
  const text =
    design.source === 'written'
      ? menuText(design, names)
      : (linked ?? { content: 'The message that the link leads to appears here.', embeds: [] })
  const reactions = shown.flatMap(one => {
    const emoji = emojiOf(one.emoji)
    if (!emoji) return []
    const me = trial.reacted.includes(one.id)
    const { id = null, name, animated } = emoji
    return [
      {
        emoji: { id, name, ...(animated && { animated }) },
        count: me ? 2 : 1,
        count_details: { burst: 0, normal: me ? 2 : 1 },
        burst_colors: [],
        me,
        me_burst: false,
      },
    ]
  })
  const rows = menuRows(design, names, ids).map(row => ({
    ...row,
    components: row.components.map(one => {
      const choice = shown.find(({ id }) => id === one.custom_id)
      return choice && withheld.has(choice.role_id) ? { ...one, disabled: true } : one
    }),
  }))
  return {
    id: 'menu',
    author: design.source === 'attached' && linked ? { id: linked.author.id, username: linked.author.username } : bot,
    timestamp: linked && design.source === 'attached' ? linked.timestamp : timestamp,
    content: text.content === '' && text.embeds.length === 0 ? '*Nothing is written yet.*' : text.content,
    // Discord's own structure, built by the same code as what is posted.
    embeds: text.embeds as never,
    components: rows,
    ...(design.kind === 'reactions' && { reactions }),
  }
}
