import { Plus, X } from 'lucide-react'
import { type CallFacts, wordFills } from '#features/customcommands/answering/template.ts'
import { type Argument, longest, mostArguments, usageOf } from '#features/customcommands/design/contract.ts'
import { boundFields } from '#web/app/design-editor/bound-fields.ts'
import { unknownWords } from '#web/app/settings-form/unknown-words.ts'
import { whileFull } from '#web/ui/disabled-reason.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { FieldNote } from '#web/ui/form/field.tsx'
import { FieldPair, Section, SubSection } from '#web/ui/form/section.tsx'
import { Checkbox, SwitchField } from '#web/ui/form/switch.tsx'
import { TextInput } from '#web/ui/form/text-input.tsx'
import type { CommandEditing } from './use-command-editor.ts'

interface Props {
  editing: CommandEditing
  facts: CallFacts
  prefix: string
  disabled: boolean
}

/** What members type. */
export function CallSection(props: Props) {
  const { editing, prefix, disabled } = props
  const { design, change, problems } = editing
  const bound = boundFields(editing, disabled)
  const typed = `${prefix}${design.name === '' ? 'rules' : design.name} ${usageOf(design)}`.trim()
  return (
    <Section title="Command" purpose="What members type">
      <FieldPair>
        <TextInput
          label="Name"
          name="name"
          value={design.name}
          onChange={name => change({ name: name.toLowerCase() })}
          max={longest.name}
          counter
          placeholder="rules"
          help={
            <>
              Typed as <code className="code">{typed}</code>
            </>
          }
          error={problems['name']}
          disabled={disabled}
        />
        <TextInput
          {...bound('description')}
          label="Description"
          max={longest.description}
          counter
          optional
          help="For lists and help."
        />
      </FieldPair>
      <SwitchField {...bound('on')} label="On" help="While it is off, it answers nobody but keeps its name." />
      <SubSection title="Words after it">
        <Words {...props} />
      </SubSection>
    </Section>
  )
}

function Words({ editing, facts, disabled }: Props) {
  const { design, change, problems } = editing
  const list = design.arguments
  const put = (at: number, patch: Partial<Argument>) =>
    change({ arguments: list.map((one, place) => (place === at ? { ...one, ...patch } : one)) })
  return (
    <div className="command-words">
      {list.length > 0 && (
        <ol>
          {list.map((word, at) => (
            <li key={at}>
              <TextInput
                label={`Word ${at + 1}`}
                name={`arguments.${at}.name`}
                value={word.name}
                onChange={name => put(at, { name })}
                max={longest.word}
                counter
                placeholder="who"
                help={`Put in with {${at + 1}}`}
                error={problems[`arguments.${at}.name`]}
                disabled={disabled}
              />
              <TextInput
                label="Otherwise"
                name={`arguments.${at}.fallback`}
                value={word.fallback}
                onChange={fallback => put(at, { fallback })}
                max={longest.fallback}
                counter
                optional
                placeholder="{user}"
                error={problems[`arguments.${at}.fallback`]}
                warning={unknownWords(word.fallback, wordFills(facts))}
                disabled={disabled || word.required}
              />
              <Checkbox
                label="Required"
                name={`arguments.${at}.required`}
                value={word.required}
                onChange={required => put(at, { required, ...(required && { fallback: '' }) })}
                error={problems[`arguments.${at}.required`]}
                disabled={disabled}
              />
              <IconButton
                label={`Remove word ${at + 1}`}
                icon={<X aria-hidden />}
                why={disabled}
                onClick={() => change({ arguments: list.filter((_, place) => place !== at) })}
              />
            </li>
          ))}
        </ol>
      )}
      <FieldNote
        id="command-words-note"
        help={
          list.length === 0
            ? 'Without any, {1} is the first word and {args} is everything typed.'
            : 'The last one takes everything that is left. {args} is everything typed.'
        }
        error={problems['arguments']}
      />
      <div>
        <Button
          name="arguments"
          size="sm"
          icon={<Plus aria-hidden />}
          why={disabled || whileFull(list.length, mostArguments, 'words')}
          onClick={() => change({ arguments: [...list, { name: '', required: false, fallback: '' }] })}
        >
          Add a word
        </Button>
      </div>
    </div>
  )
}
