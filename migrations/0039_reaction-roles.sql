CREATE TABLE `reactionrole_checks` (
	`guild_id` text PRIMARY KEY NOT NULL,
	`plan_id` integer NOT NULL,
	`cause` text NOT NULL,
	`started_at` integer NOT NULL,
	`expected` integer NOT NULL,
	`again` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE `reactionrole_mends` (
	`guild_id` text NOT NULL,
	`plan_id` integer NOT NULL,
	`menu_id` text NOT NULL,
	`choice_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role_id` text NOT NULL,
	`what` text NOT NULL,
	`reason` text,
	`at` integer NOT NULL,
	PRIMARY KEY(`guild_id`, `menu_id`, `choice_id`, `user_id`, `what`)
);
--> statement-breakpoint
CREATE TABLE `reactionrole_menus` (
	`guild_id` text NOT NULL,
	`id` text NOT NULL,
	`design` text NOT NULL,
	`message_id` text,
	`message_channel_id` text,
	`message_own` integer DEFAULT false NOT NULL,
	`deployed_at` integer,
	`deployed_as` text,
	`deployed_kind` text,
	`emojis` text,
	`message_missing` integer DEFAULT false NOT NULL,
	`posting_channel_id` text,
	`posting_at` integer,
	`given` integer DEFAULT 0 NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`saved_at` integer DEFAULT 0 NOT NULL,
	`saved_by_id` text,
	`saved_by_name` text,
	PRIMARY KEY(`guild_id`, `id`)
);
--> statement-breakpoint
CREATE INDEX `reactionrole_menus_message` ON `reactionrole_menus` (`guild_id`,`message_id`);--> statement-breakpoint
CREATE TABLE `reactionrole_notes` (
	`guild_id` text NOT NULL,
	`menu_id` text NOT NULL,
	`choice_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role_id` text NOT NULL,
	`state` text,
	`due` text,
	`reacted` integer DEFAULT false NOT NULL,
	`at` integer NOT NULL,
	`ends_at` integer,
	PRIMARY KEY(`guild_id`, `menu_id`, `choice_id`, `user_id`)
);
--> statement-breakpoint
CREATE INDEX `reactionrole_notes_user` ON `reactionrole_notes` (`guild_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `reactionrole_notes_due` ON `reactionrole_notes` (`due`);