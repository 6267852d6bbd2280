import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import type { GuildCore } from '#kernel/contract.ts'
import {
  defaultPanel,
  openingFills,
  type Panel,
  type PanelDesign,
  panelDesign,
} from '#features/tickets/panels/contract.ts'
import { embedPatch, embedProblems, panelEmbeds, pathOf, type Which } from '#features/tickets/panels/embeds/contract.ts'
import { emptyMessage } from '#kit/message/contract.ts'
import type { Problem } from '#kit/message/limits/contract.ts'
import { MessageForm } from '#web/app/message/message-form.tsx'
import { EmojiInput } from '#web/app/message/pickers/emoji-input.tsx'
import { goToControl } from '#web/app/problems/go-to-control.ts'
import { ProblemBanner } from '#web/app/problems/problem-banner.tsx'
import { useSaveKey } from '#web/app/save-key.ts'
import { Button } from '#web/ui/button.tsx'
import { EditDialog } from '#web/ui/form/edit-dialog.tsx'
import { SwitchField } from '#web/ui/form/switch.tsx'
import { TextInput } from '#web/ui/form/text-input.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { useMedia, wide } from '#web/ui/use-media.ts'
import { ButtonFields } from './basic-fields.tsx'
import { openingParts, panelParts } from './embed-parts.ts'
import { panels } from './merging.ts'
import { Previews } from './previews.tsx'
import { type Problems, problemsOf } from './panel-problems.ts'
import './embed-editor.css'

/** The fields that the embed editor changes and Reset restores. */
const embedKeys = [
  'title',
  'description',
  'color',
  'footer',
  'footerIcon',
  'image',
  'thumbnail',
  'button_label',
  'button_emoji',
  'button_style',
  'close_button',
  'close_button_label',
  'close_button_emoji',
  'welcome_message',
  'open_title',
  'open_description',
  'open_color',
  'open_footer',
  'open_footerIcon',
  'open_image',
  'open_thumbnail',
  'more_embeds',
  'open_more_embeds',
] as const satisfies readonly (keyof PanelDesign)[]

const tabs = { message: 'Ticket Message', buttons: 'Buttons', open: 'Open Message', preview: 'Preview' } as const
type TabName = keyof typeof tabs

/** A problem with its tab; its path is the one within that tab. */
interface Fault extends Problem {
  tab: TabName
}

/** Problems in the parts of embeds that the specification's fields do not cover. */
function embedsAtFault(design: PanelDesign): Fault[] {
  const of = (which: Which, key: 'more_embeds' | 'open_more_embeds', tab: TabName) =>
    design[key].length === 0 ? [] : embedProblems(design, which).map(problem => ({ ...problem, tab }))
  return [...of('panel', 'more_embeds', 'message'), ...of('opening', 'open_more_embeds', 'open')]
}

const ownProblems = (design: PanelDesign): Problems =>
  Object.fromEntries(
    Object.entries(problemsOf(design)).filter(([key]) => (embedKeys as readonly string[]).includes(key)),
  )

/** The place here at which a field of the panel is edited. */
function faultOf(key: string, sentence: string): Fault {
  const place = panels.drawingOf(key.split('.')[0] ?? '').label
  const inPanel = pathOf(key, 'panel')
  if (inPanel !== undefined) return { tab: 'message', path: inPanel, place, sentence }
  const inOpening = key === 'welcome_message' ? 'content' : pathOf(key, 'opening')
  if (inOpening !== undefined) return { tab: 'open', path: inOpening, place, sentence }
  return { tab: 'buttons', path: key, place, sentence }
}

/** All problems with their tabs: both messages have embeds. */
function faultsOf(design: PanelDesign): Fault[] {
  const own = Object.entries(ownProblems(design)).flatMap(([key, sentence]) =>
    sentence === undefined ? [] : [faultOf(key, sentence)],
  )
  return [...own, ...embedsAtFault(design)].map(fault => ({ ...fault, place: `${tabs[fault.tab]}, ${fault.place}` }))
}

/** Edits the whole embed, its button and the opening message, separately from the panel until saved. */
export function EmbedEditor({
  design,
  guild,
  joined,
  disabled,
  onSave,
  onClose,
}: {
  design: PanelDesign
  guild: GuildCore | undefined
  joined: readonly Panel[]
  disabled: boolean
  onSave: (patch: Partial<PanelDesign>) => void
  onClose: () => void
}) {
  const [draft, setDraft] = useState(design)
  const [tried, setTried] = useState(false)
  const [tab, setTab] = useState<string>('message')
  const content = useRef<HTMLDivElement>(null)
  const problems = tried ? ownProblems(draft) : {}
  const faults = tried ? faultsOf(draft) : []
  const change = (patch: Partial<PanelDesign>) => setDraft(before => ({ ...before, ...patch }))
  const own = (of: PanelDesign) => Object.fromEntries(embedKeys.map(key => [key, of[key]])) as Partial<PanelDesign>
  const save = () => {
    setTried(true)
    if (faultsOf(draft).length > 0) return
    onSave(own(draft))
    onClose()
  }
  useSaveKey(() => {
    if (!disabled) save()
  })
  const fields = { draft, change, problems, disabled, guild }
  return (
    <EditDialog
      size="wide"
      changed={!panels.isSame(draft, design)}
      busy={false}
      onClose={onClose}
      title="Advanced Embed Editor"
      footer={
        <>
          <Button
            className="foot-start"
            onClick={() => change({ ...own(panelDesign.parse(defaultPanel)), title: draft.title })}
            why={disabled}
          >
            Reset
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={save} why={disabled}>
            Save
          </Button>
        </>
      }
    >
      {faults.length > 0 && (
        <ProblemBanner
          problems={faults}
          onGo={(path, at) => {
            setTab(faults[at]?.tab ?? tab)
            void goToControl(() => content.current, path)
          }}
          onClose={() => setTried(false)}
        />
      )}
      <div ref={content}>
        <Tabs
          label="Parts of the panel"
          value={tab}
          onValueChange={setTab}
          tabs={[
            { value: 'message', label: tabs.message, content: <Embeds of={fields} which="panel" /> },
            { value: 'buttons', label: tabs.buttons, content: <ButtonsTab {...fields} /> },
            { value: 'open', label: tabs.open, content: <Embeds of={fields} which="opening" /> },
            {
              value: 'preview',
              label: tabs.preview,
              content: <Previews design={draft} guild={guild} joined={joined} />,
            },
          ]}
        />
      </div>
    </EditDialog>
  )
}

interface Tab {
  draft: PanelDesign
  change: (patch: Partial<PanelDesign>) => void
  problems: Problems
  disabled: boolean
  guild: GuildCore | undefined
}

const placeholders = [
  {
    label: 'The ticket',
    placeholders: openingFills.map(name => ({ name: `{${name}}` })),
  },
]

/** A part that folds away below 1,024 px. */
function Part({ title, children }: { title: string; children: ReactNode }) {
  const folds = !useMedia(wide)
  const [open, setOpen] = useState(true)
  const id = useId()
  const shown = !folds || open
  return (
    <section className="embed-part">
      {folds ? (
        <h3>
          <button type="button" aria-expanded={shown} aria-controls={id} onClick={() => setOpen(!open)}>
            <ChevronDown aria-hidden className={clsx(!shown && 'folded')} />
            {title}
          </button>
        </h3>
      ) : (
        <h3>{title}</h3>
      )}
      <div id={id} hidden={!shown}>
        {children}
      </div>
    </section>
  )
}

/** The embeds of one of the two messages, in the form shared by all messages. */
function Embeds({ of: { draft, change, problems, disabled, guild }, which }: { of: Tab; which: Which }) {
  const hasText = which === 'opening'
  const value = { ...emptyMessage, content: hasText ? draft.welcome_message : '', embeds: panelEmbeds(draft, which) }
  const refused = Object.entries(problems).flatMap(([key, sentence]): Problem[] => {
    const path = hasText && key === 'welcome_message' ? 'content' : pathOf(key, which)
    return path === undefined || sentence === undefined ? [] : [{ path, place: '', sentence }]
  })
  return (
    <div className="embed-tab">
      <MessageForm
        guild={guild}
        value={value}
        onChange={edit => {
          const { content, embeds } = edit(value)
          change({ ...embedPatch(embeds, draft, which), ...(hasText && { welcome_message: content }) })
        }}
        parts={hasText ? openingParts : panelParts}
        problems={[...refused, ...embedProblems(draft, which)]}
        {...(hasText && { placeholders, fills: openingFills })}
        inCard
        readOnly={disabled}
      />
    </div>
  )
}

const ButtonsTab = (of: Tab) => (
  <div className="embed-tab">
    <Part title="Opens a ticket">
      <ButtonFields editing={{ design: of.draft, change: of.change, problems: of.problems }} disabled={of.disabled} />
    </Part>
    <Part title="Closes it">
      <SwitchField
        label="Close button"
        help="Without it, tickets are closed by command or here."
        value={of.draft.close_button}
        onChange={shown => of.change({ close_button: shown })}
        disabled={of.disabled}
      />
      {of.draft.close_button && (
        <div className="button-fields">
          <EmojiInput
            guildId={of.guild?.id}
            label="Emoji"
            name="close_button_emoji"
            value={of.draft.close_button_emoji}
            onChange={emoji => of.change({ close_button_emoji: emoji })}
            error={of.problems['close_button_emoji']}
            disabled={of.disabled}
          />
          <TextInput
            label="Button label"
            name="close_button_label"
            max={80}
            counter
            value={of.draft.close_button_label}
            onChange={label => of.change({ close_button_label: label })}
            error={of.problems['close_button_label']}
            disabled={of.disabled}
          />
        </div>
      )}
    </Part>
  </div>
)
