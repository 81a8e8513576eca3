/**
 * The migrations, additive only: an older program goes on beside a newer one. `least` is the number of migrations a
 * program must know to go on; it is raised two versions after the old way was last used.
 *
 * The house is first in every key, documents are text (`jsonb` refuses some characters), and only features that
 * PostgreSQL, Citus, CockroachDB and YugabyteDB share are used.
 */
export const tableVersions: { statements: string[]; least: number }[] = [
  {
    least: 1,
    statements: [
      'CREATE TABLE process (id text PRIMARY KEY, address text NOT NULL, until timestamptz NOT NULL)',
      `CREATE TABLE house (
        house text PRIMARY KEY, holder text NOT NULL DEFAULT '', term bigint NOT NULL DEFAULT 0,
        changes bigint NOT NULL DEFAULT 0, last text NOT NULL DEFAULT '',
        checkins integer NOT NULL DEFAULT 0, notes integer NOT NULL DEFAULT 0, wake timestamptz)`,
      'CREATE INDEX house_wake ON house (wake)',
      'CREATE INDEX house_holder ON house (holder)',
      `CREATE TABLE checkin (
        house text NOT NULL, id integer NOT NULL, owner text, draft text,
        arrival text COLLATE "C", departure text COLLATE "C", doc text NOT NULL, PRIMARY KEY (house, id))`,
      'CREATE INDEX checkin_arrival ON checkin (house, arrival)',
      'CREATE INDEX checkin_departure ON checkin (house, departure)',
      'CREATE INDEX checkin_draft ON checkin (house, draft)',
      `CREATE TABLE note (
        house text NOT NULL, id integer NOT NULL, kind text NOT NULL, checkin integer, doc text NOT NULL,
        PRIMARY KEY (house, id))`,
      'CREATE INDEX note_kind ON note (house, kind, id)',
      `CREATE TABLE entry (
        house text NOT NULL, kind text NOT NULL, name text NOT NULL, value text NOT NULL,
        PRIMARY KEY (house, kind, name))`,
    ],
  },
]

/** The table of the migrations done. */
export const stepTable =
  'CREATE TABLE IF NOT EXISTS step (number integer PRIMARY KEY, least integer NOT NULL, at timestamptz NOT NULL DEFAULT now())'
