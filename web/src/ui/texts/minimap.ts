// The texts of the mini-map.

export const minimapTexts = {
  en: {
    "map.title": "Columns from above",
    "map.column": "Column {column}: {beads}",
    "map.next": "Column {column}: {beads}; next on level {level}",
    "map.full": "Column {column}: {beads}; full",
    "map.empty": "empty",
    "map.bead.0": "red",
    "map.bead.1": "yellow",
  },
  de: {
    "map.title": "Spalten von oben",
    "map.column": "Spalte {column}: {beads}",
    "map.next": "Spalte {column}: {beads}; nächste auf Ebene {level}",
    "map.full": "Spalte {column}: {beads}; voll",
    "map.empty": "leer",
    "map.bead.0": "rot",
    "map.bead.1": "gelb",
  },
} as const;
