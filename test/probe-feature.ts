import { z } from 'zod'
import { contract, field } from '#contract'
import { UserError } from '#kit/errors.ts'
import { command, component, feature, option } from '#kernel/feature.ts'

const probe = contract('probe', {
  title: 'Probe',
  settings: z.object({
    enabled: field.toggle('Probe').default(true),
    prefix: field.text('Prefix', { max: 5 }).default('.'),
  }),
})
const here = command<typeof probe>()

const press = component(probe, 'press', {
  kind: 'button',
  pressedBy: 'anyone',
  needs: [],
  ack: 'reply',
  data: z.object({ word: z.string() }),
  run(ctx, { word }) {
    if (word === 'crash') throw new Error('the secret inside')
    if (word === 'mistake') throw new UserError('probe.mistake', 'That was a mistake.')
    return ctx.answer(`pressed ${word}`)
  },
})

const making = { name: 'make', description: 'Makes something' }

/** A feature that only exposes what the kernel passes to features. */
export function createProbeFeature(heard: string[], wake: Promise<void> = Promise.resolve()) {
  const told = (args: Record<string, unknown>) =>
    Object.entries(args)
      .map(
        ([name, value]) =>
          `${name}=${typeof value === 'object' && value !== null && 'id' in value ? String(value.id) : String(value)}`,
      )
      .join(' ')
  return feature(probe, {
    switch: 'enabled',
    commandPrefix: own => own.prefix,
    commands: {
      who: here({
        description: 'Names a member',
        options: { member: option.member('whom') },
        run: (ctx, args) => ctx.reply(told(args)),
      }),
      seat: here({
        description: 'Names a member or a role',
        options: { who: option.mentionable('who it is') },
        run: (ctx, { who }) => ctx.reply(`${'user' in who ? 'member' : 'role'} ${who.id}`),
      }),
      pick: here({
        description: 'Takes everything',
        options: {
          role: option.role('a role'),
          channel: option.channel('a channel', { channelTypes: [0] }),
          mode: option.choice('a mode', ['fast', 'slow']),
          time: option.duration('how long', { optional: true }),
          note: option.rest('a note', { optional: true }),
        },
        run: (ctx, args) => ctx.reply(told(args)),
      }),
      wait: here({
        description: 'Has a cooldown',
        cooldown: 60,
        options: { outcome: option.choice('how it ends', ['well', 'badly']) },
        run(ctx, { outcome }) {
          if (outcome === 'badly') throw new UserError('probe.badly', 'That ended badly.')
          return ctx.reply('done')
        },
      }),
      measure: here({
        description: 'Takes what has no words',
        options: {
          size: option.number('how large', { min: 0.5, max: 10 }),
          hot: option.boolean('whether it is hot', { optional: true }),
          note: option.rest('a note', { optional: true }),
          picture: option.attachment('a picture', { optional: true }),
        },
        run: (ctx, { size, hot, note, picture }) => ctx.reply(told({ size, hot, note, picture: picture?.name })),
      }),
      glaze: here({
        description: 'Completes what is typed',
        slash: { root: making, name: 'glaze' },
        options: { colour: option.text('a colour') },
        autocomplete: {
          async colour({ member }, typed) {
            if (typed === 'crash') throw new Error('the secret inside')
            if (typed === 'never') await new Promise(() => undefined)
            if (typed === 'many') return Array.from({ length: 40 }, (_, place) => `${place}`)
            return [`${typed}ish`, { name: `for ${member.user.username} `.repeat(20), value: 'own' }, 'x'.repeat(101)]
          },
        },
        run: (ctx, { colour }) => ctx.reply(colour),
      }),
      glazes: {
        description: 'Makes many',
        slash: { root: making, name: 'many' },
        subcommands: {
          pots: here({
            description: 'Makes pots',
            options: { count: option.integer('how many', { max: 9 }) },
            run: (ctx, { count }) => ctx.reply(`${count} pots`),
          }),
        },
      },
      secret: here({
        description: 'Is not in the list of Discord',
        slash: false,
        run: ctx => ctx.reply('whispered'),
      }),
      crash: here({
        description: 'Has a bug',
        run: () => {
          throw new Error('the secret inside')
        },
      }),
      echo: here({
        description: 'Repeats',
        options: { text: option.rest('what') },
        run: (ctx, { text }) => ctx.reply(text),
      }),
      rule: here({ description: 'For managers', needs: ['ManageGuild', 'BanMembers'], run: ctx => ctx.reply('ruled') }),
      throne: here({ description: 'For the owner', needs: ['owner'], run: ctx => ctx.reply('yes') }),
      gone: here({
        description: 'Answers a message that is gone',
        async run(ctx) {
          await ctx.channel.messages.delete(ctx.callId)
          await ctx.reply('still here')
        },
      }),
      slow: here({
        description: 'Answers its caller alone when woken, and says so before or after',
        options: { says: option.choice('when', ['before', 'after']) },
        async run(ctx, { says }) {
          if (says === 'after') await wake
          await ctx.defer({ ephemeral: true })
          await wake
          await ctx.reply('at last')
          await ctx.reply('and more')
        },
      }),
      nap: here({
        description: 'Answers when woken',
        async run(ctx) {
          await wake
          await ctx.reply('awake')
        },
      }),
      button: here({
        description: 'Shows a button',
        run: ctx =>
          ctx.reply({
            content: 'press',
            components: [
              {
                type: 1,
                components: ['hello', 'crash', 'mistake'].map(word => ({
                  type: 2 as const,
                  style: 2 as const,
                  label: word,
                  custom_id: press.id({ word }),
                })),
              },
            ],
          }),
      }),
    },
    menus: {
      greet: {
        title: 'Greet',
        on: 'user',
        cooldown: 60,
        run: (ctx, user) => ctx.reply(`hello ${user.username}`),
      },
      quote: { title: 'Quote', on: 'message', run: (ctx, message) => ctx.reply(`“${message.content}”`) },
      strike: { title: 'Strike', on: 'message', needs: ['ManageMessages'], run: ctx => ctx.reply('struck') },
    },
    components: [press],
    listeners: {
      messageCreate(_ctx, message) {
        heard.push(`probe:${message.content}`)
        return message.content.startsWith('stop') ? 'stop' : undefined
      },
    },
  })
}
