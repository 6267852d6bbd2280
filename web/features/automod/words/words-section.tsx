import automod from '#features/automod/contract.ts'
import { wordLimits } from '#features/automod/text/contract.ts'
import { Section, SubSection } from '#web/ui/form/section.tsx'
import { LinesField } from './lines-field.tsx'
import type { AutomodForm } from '../use-automod-form.ts'
import { parseWord, writeWord } from './word-lines.ts'

const { words, allowedLinks, allowedInvites } = automod.settings.shape
const allowLimit = 100
const asItIs = (line: string) => line

/** The server's own list of words, and what the link and invite filters allow. */
export function WordsSection({ form }: { form: AutomodForm }) {
  return (
    <Section title="Words and allow lists" purpose="One entry on a line. Whole lists can be pasted.">
      <LinesField
        {...form.field('words')}
        label="Words and patterns"
        help="A word is found as a whole word, in any letter case and even when disguised; accents count. coin* also finds coins, /fr[e3]+/ is a regular expression."
        schema={words}
        max={wordLimits.count}
        parse={parseWord}
        write={writeWord}
        placeholder={'scam\nfree nitro\ncoin*'}
      />
      {(form.values.antiLinks || form.values.antiInvites) && (
        <SubSection title="Exceptions">
          {form.values.antiLinks && (
            <LinesField
              {...form.field('allowedLinks')}
              label="Allowed domains"
              help="Including subdomains: example.com also allows www.example.com."
              schema={allowedLinks}
              max={allowLimit}
              parse={asItIs}
              write={asItIs}
              placeholder="example.com"
            />
          )}
          {form.values.antiInvites && (
            <LinesField
              {...form.field('allowedInvites')}
              label="Allowed invites"
              help="Codes, links or the IDs of servers. Invites to this server are always allowed."
              schema={allowedInvites}
              max={allowLimit}
              parse={asItIs}
              write={asItIs}
              placeholder="discord.gg/example"
            />
          )}
        </SubSection>
      )}
    </Section>
  )
}
