CREATE TABLE `personalizer_looks` (
	`guild_id` text PRIMARY KEY NOT NULL,
	`shown` text,
	`refused` text,
	`avatar_hash` text,
	`banner_hash` text,
	`told_at` integer,
	`retry_at` integer,
	`put_backs` integer DEFAULT 0 NOT NULL,
	`put_backs_since` integer
);
