import { createFileRoute } from '@tanstack/react-router'
import { Gem } from 'lucide-react'
import { useEffect } from 'react'
import personalizer from '#features/personalizer/contract.ts'
import { FormField } from '#web/app/settings-form/form-field.tsx'
import { sentencesFor } from '#web/app/settings-form/outcome.ts'
import { SettingsPage } from '#web/app/settings-form/settings-page.tsx'
import { useSettingsForm } from '#web/app/settings-form/use-settings-form.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Section } from '#web/ui/form/section.tsx'
import { LookState } from '../look-state.tsx'
import { PictureField, pictureIn, pictureUrl } from '../picture-field.tsx'
import { ProfilePreview } from '../profile-preview.tsx'
import { useLook } from '../use-look.ts'
import '../personalizer.css'

export const Route = createFileRoute('/manage/$guildId/personalizer')({ component: Personalizer })

const text = (value: unknown) => (typeof value === 'string' ? value : '')

function Personalizer() {
  const { guildId } = Route.useParams()
  const form = useSettingsForm({
    guildId,
    form: personalizer.forms.personalizer,
    sentences: sentencesFor('bot personalizer settings'),
  })
  const state = useLook(guildId)
  const { saving } = form
  const { refresh } = state
  // The saved look is on its way to Discord.
  useEffect(() => {
    if (!saving) refresh()
  }, [saving, refresh])
  const url = (name: 'avatar' | 'banner') => {
    const chosen = pictureIn(form.field(name).value)
    return chosen && pictureUrl(guildId, chosen)
  }
  const pictureOf = (key: string, value: unknown) => {
    const chosen = pictureIn(value)
    return chosen && <img className={`picture-shown picture-${key}`} src={pictureUrl(guildId, chosen)} alt="" />
  }
  return (
    <SettingsPage
      form={form}
      feature={personalizer.name}
      pictureOf={pictureOf}
      title="Bot Personalizer"
      purpose="The name and look of the bot in this server."
      badge={
        <Badge tone="warning" icon={<Gem aria-hidden />}>
          Premium
        </Badge>
      }
      previews={
        <>
          <ProfilePreview
            name={text(form.field('name').value)}
            bio={text(form.field('bio').value)}
            avatarURL={url('avatar')}
            bannerURL={url('banner')}
            own={state.look.data?.own}
          />
          <LookState state={state} mayChange={!form.readOnly} />
        </>
      }
    >
      <Section title="Name and text" purpose="What members read of the bot in this server">
        <FormField of={form.field('name')} />
        <FormField of={form.field('bio')} />
      </Section>
      <Section title="Pictures" purpose="PNG, JPEG or GIF of at most 5 MiB, from 32 to 4096 px on each side">
        <PictureField
          of={form.field('avatar')}
          guildId={guildId}
          label="Avatar"
          help="A square works best; Discord shows it round."
          shape="avatar"
          ownUrl={state.look.data?.own.avatarURL}
        />
        <PictureField
          of={form.field('banner')}
          guildId={guildId}
          label="Banner"
          help="Five to two works best: 600 x 240 px."
          shape="banner"
          ownUrl={state.look.data?.own.bannerURL}
        />
        <p className="field-help">Discord lets a bot change its pictures only now and then.</p>
      </Section>
    </SettingsPage>
  )
}
