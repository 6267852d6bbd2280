import type { ButtonStyle, ComponentType, SeparatorSpacingSize, StickerFormatType } from 'discord-api-types/v10'

/*
 * Discord's numbers, named, as values of its enums' types: importing the enums themselves would bring all of
 * discord-api-types into the pages. The compiler refuses a number that is not that member's.
 */

export const component = {
  row: 1 as ComponentType.ActionRow,
  button: 2 as ComponentType.Button,
  stringSelect: 3 as ComponentType.StringSelect,
  textInput: 4 as ComponentType.TextInput,
  userSelect: 5 as ComponentType.UserSelect,
  roleSelect: 6 as ComponentType.RoleSelect,
  mentionableSelect: 7 as ComponentType.MentionableSelect,
  channelSelect: 8 as ComponentType.ChannelSelect,
  section: 9 as ComponentType.Section,
  text: 10 as ComponentType.TextDisplay,
  thumbnail: 11 as ComponentType.Thumbnail,
  gallery: 12 as ComponentType.MediaGallery,
  file: 13 as ComponentType.File,
  separator: 14 as ComponentType.Separator,
  container: 17 as ComponentType.Container,
  label: 18 as ComponentType.Label,
  fileUpload: 19 as ComponentType.FileUpload,
  radioGroup: 21 as ComponentType.RadioGroup,
  checkboxGroup: 22 as ComponentType.CheckboxGroup,
  checkbox: 23 as ComponentType.Checkbox,
}

export const buttonStyle = {
  primary: 1 as ButtonStyle.Primary,
  secondary: 2 as ButtonStyle.Secondary,
  success: 3 as ButtonStyle.Success,
  danger: 4 as ButtonStyle.Danger,
  link: 5 as ButtonStyle.Link,
  premium: 6 as ButtonStyle.Premium,
}

export const largeSpacing = 2 as SeparatorSpacingSize.Large
export const lottie = 3 as StickerFormatType.Lottie

export const messageFlag = {
  suppressEmbeds: 1 << 2,
  ephemeral: 1 << 6,
  loading: 1 << 7,
  componentsV2: 1 << 15,
} as const

export const hasFlag = (flags: number | undefined, flag: number) => ((flags ?? 0) & flag) !== 0
