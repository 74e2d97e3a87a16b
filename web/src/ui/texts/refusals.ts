// A text for every refusal, by code: those of src/play/refusal.h, of the REST handlers, and the page's own.
// tests/web/refusals.test.mjs reads the server's sources and fails if a code has no text here. The server's own
// sentence is never shown. {column} is the column as the board names it.
import type { App } from "../../app/types";
import type { Refusal } from "../../online/refusal";
import { addWords, fill } from "./texts";

const english = {
  // Moves and games
  "refusal.not-your-turn": "It is not your turn.",
  "refusal.column-out-of-range": "This board has no such column.",
  "refusal.column-full": "Column {column} is full.",
  "refusal.game-over": "The game is already over.",
  "refusal.not-in-game": "You do not play in this game.",
  "refusal.game-waiting": "The game has not begun: a player is still missing.",
  "refusal.game-running": "The game is still being played.",
  "refusal.stale": "The game has moved on. The board now shows where it stands.",
  "refusal.no-such-game": "There is no such game, or its link is incomplete.",
  "refusal.no-such-code": "No game waits for this code. Check it, or ask your friend for a new one.",
  "refusal.no-such-match": "This match is no longer available.",
  "refusal.no-offer": "There is no offer to answer.",
  "refusal.already-offered": "You have already offered this.",
  "refusal.opponent-gone": "Your opponent has left.",
  "refusal.bot-declines": "The computer plays on.",
  "refusal.own-game": "You cannot join your own game.",
  "refusal.own-game-watch": "You play in this game. Open it to play on.",
  "refusal.not-watching": "You are not watching this game.",
  "refusal.in-game": "You are in a running game. Finish it first.",
  "refusal.already-queued": "You are already looking for an opponent.",
  "refusal.not-queued": "You are not looking for an opponent.",
  "refusal.bad-board": "The server has no such board.",
  "refusal.bad-clock": "The server has no such clock.",
  "refusal.bad-variant": "The server has no such variant.",
  "refusal.variant-board": "This variant cannot be played on this board.",
  "refusal.illegal-move": "The rules do not allow this move.",
  "refusal.other-rules": "This game has other rules. Reload the page to play it.",
  "refusal.bad-level": "The server has no such computer opponent.",
  "refusal.bad-seats": "A game needs two different players.",

  // Names and messages
  "refusal.bad-name": "A name has 1 to 20 visible characters.",
  "refusal.name-taken": "This name, or one that looks like it, belongs to another player.",
  "refusal.name-reserved": "This name is reserved. Please choose another one.",
  "refusal.name-mixed": "Please write the name in one alphabet.",
  "refusal.wrong-name": "That is not your name.",
  "refusal.bad-text": "A message has 1 to 200 visible characters.",
  "refusal.bad-moves": "The server cannot read the moves of this game.",
  "refusal.bad-quick": "The server does not know this message.",
  "refusal.muted": "A moderator has muted you. Quick messages still work.",
  "refusal.banned": "A moderator has banned you from this server.",
  "refusal.no-such-report": "This report is closed already.",
  "refusal.not-moderator": "Only moderators may do this.",
  "refusal.bad-target": "You cannot do this to yourself or to a moderator.",

  // Accounts
  "refusal.login-taken": "This login is taken. Choose another one.",
  "refusal.has-account": "You already have an account.",
  "refusal.bad-login": "A login has 3 to 20 letters, digits, _ or -.",
  "refusal.weak-password": "This password is too easy to guess. Use at least 8 characters, not your login and nothing common.",
  "refusal.wrong-credentials": "That does not match. Check what you typed.",
  "refusal.proof-needed": "Confirm this with your password or recovery code.",
  "refusal.no-account": "A guest has no password to confirm.",
  "refusal.no-password": "Set a password first.",
  "refusal.bad-ticket": "That took too long. Begin again.",
  "refusal.wrong-code": "That is not the code the app shows now. Check the clock of your phone.",
  "refusal.passkey-cancelled": "No passkey was used. Try again.",
  "refusal.bad-passkey": "This passkey cannot be used here.",
  "refusal.too-many-passkeys": "You have ten passkeys, the most there can be. Delete one first.",
  "refusal.no-such-passkey": "That passkey is already deleted.",
  "refusal.no-such-session": "That device is already logged out.",
  "refusal.no-such-player": "There is no such player.",
  "refusal.push-off": "This server sends no messages to closed pages.",

  // Connection and server
  "refusal.offline": "No connection. Try again in a moment.",
  "refusal.lost": "No answer. Check whether it worked, and try again if not.",
  "refusal.left": "The connection was closed.",
  "refusal.unreachable": "The server does not answer. Check your connection and try again.",
  "refusal.replaced": "You are playing in another window.",
  "refusal.no-session": "You are not connected. Try again.",
  "refusal.already-connected": "You are already connected.",
  "refusal.bad-token": "You are logged out here. Connect again.",
  "refusal.slow-down": "Too many requests. Wait a moment and try again.",
  "refusal.slow-down-until": "Too many requests. Try again in {seconds|# second|# seconds}.",
  "refusal.too-many-polls": "Too many requests. Wait a moment and try again.",
  "refusal.rated-seats": "A rated game needs two people who play for themselves.",
  "refusal.rated-account": "A rated game with a friend is for two accounts. Make one, then open the link again.",
  "refusal.rated-clock": "A rated game needs a clock.",
  "refusal.queue-wait": "You missed several matches. Wait a little before the next one.",
  "refusal.queue-wait-until": "You missed several matches. You can look for the next one in {seconds|# second|# seconds}.",
  "refusal.too-many-games": "Too many games are open in your network. End one, or try again later.",
  "refusal.server-full": "The server is full. Try again in a few minutes.",
  "refusal.store-unavailable": "The server cannot save anything right now. Try again in a moment.",

  // The page and the server do not understand each other
  "refusal.no-such-event": "The server does not understand this page. Reload it.",
  "refusal.no-such-address": "The server does not understand this page. Reload it.",
  "refusal.method-not-allowed": "The server does not understand this page. Reload it.",
  "refusal.bad-request": "The server does not understand this page. Reload it.",
  "refusal.not-json": "The server does not understand this page. Reload it.",
  "refusal.too-large": "That is more than the server takes.",
  "refusal.bad-origin": "The server does not accept requests from this address.",
  "refusal.bad-answer": "This page does not understand the server. Reload it, or try again later.",
  "refusal.page-error": "Something went wrong in this page. Reload it and try again.",
  "refusal.aborted": "Stopped.",
  "refusal.other": "That did not work ({code}).",
} as const;

type RefusalWord = keyof typeof english;

const german: Readonly<Record<RefusalWord, string>> = {
  "refusal.not-your-turn": "Du bist nicht am Zug.",
  "refusal.column-out-of-range": "Diese Spalte gibt es auf dem Brett nicht.",
  "refusal.column-full": "Spalte {column} ist voll.",
  "refusal.game-over": "Das Spiel ist schon zu Ende.",
  "refusal.not-in-game": "Du spielst in diesem Spiel nicht mit.",
  "refusal.game-waiting": "Das Spiel hat noch nicht begonnen: Es fehlt noch jemand.",
  "refusal.game-running": "Das Spiel läuft noch.",
  "refusal.stale": "Das Spiel ist schon weiter. Das Brett zeigt jetzt den aktuellen Stand.",
  "refusal.no-such-game": "Dieses Spiel gibt es nicht, oder der Link ist unvollständig.",
  "refusal.no-such-code": "Unter diesem Code wartet kein Spiel. Prüf ihn oder lass dir einen neuen geben.",
  "refusal.no-such-match": "Diese Paarung gibt es nicht mehr.",
  "refusal.no-offer": "Es liegt kein Angebot vor.",
  "refusal.already-offered": "Das hast du schon angeboten.",
  "refusal.opponent-gone": "Dein Gegner ist gegangen.",
  "refusal.bot-declines": "Der Computer spielt weiter.",
  "refusal.own-game": "Du kannst deinem eigenen Spiel nicht beitreten.",
  "refusal.own-game-watch": "Du spielst in diesem Spiel mit. Öffne es, um weiterzuspielen.",
  "refusal.not-watching": "Du schaust bei diesem Spiel nicht zu.",
  "refusal.in-game": "Dein Spiel läuft noch. Spiel es erst zu Ende.",
  "refusal.already-queued": "Du suchst schon einen Gegner.",
  "refusal.not-queued": "Du suchst gerade keinen Gegner.",
  "refusal.bad-board": "Dieses Brett kennt der Server nicht.",
  "refusal.bad-clock": "Diese Bedenkzeit kennt der Server nicht.",
  "refusal.bad-variant": "Diese Variante kennt der Server nicht.",
  "refusal.variant-board": "Diese Variante lässt sich auf diesem Brett nicht spielen.",
  "refusal.illegal-move": "Die Regeln erlauben diesen Zug nicht.",
  "refusal.other-rules": "Dieses Spiel hat andere Regeln. Lade die Seite neu, um es zu spielen.",
  "refusal.bad-level": "Diesen Computergegner kennt der Server nicht.",
  "refusal.bad-seats": "Ein Spiel braucht zwei verschiedene Spieler.",

  "refusal.bad-name": "Ein Name hat 1 bis 20 sichtbare Zeichen.",
  "refusal.name-taken": "Dieser Name gehört schon jemandem, oder er sieht einem anderen zum Verwechseln ähnlich.",
  "refusal.name-reserved": "Dieser Name ist reserviert. Bitte wähle einen anderen.",
  "refusal.name-mixed": "Bitte schreib den Namen in einem einzigen Alphabet.",
  "refusal.wrong-name": "Das ist nicht dein Name.",
  "refusal.bad-text": "Eine Nachricht hat 1 bis 200 sichtbare Zeichen.",
  "refusal.bad-moves": "Der Server kann die Züge dieses Spiels nicht lesen.",
  "refusal.bad-quick": "Diese Nachricht kennt der Server nicht.",
  "refusal.muted": "Ein Moderator hat dich stummgeschaltet. Kurznachrichten gehen weiterhin.",
  "refusal.banned": "Ein Moderator hat dich von diesem Server ausgeschlossen.",
  "refusal.no-such-report": "Diese Meldung ist schon erledigt.",
  "refusal.not-moderator": "Das dürfen nur Moderatoren.",
  "refusal.bad-target": "Das geht nicht bei dir selbst und nicht bei Moderatoren.",

  "refusal.login-taken": "Diesen Anmeldenamen gibt es schon. Nimm einen anderen.",
  "refusal.has-account": "Du hast schon ein Konto.",
  "refusal.bad-login": "Ein Anmeldename hat 3 bis 20 Buchstaben, Ziffern, _ oder -.",
  "refusal.weak-password": "Dieses Passwort ist zu leicht zu erraten. Nimm mindestens 8 Zeichen, nicht den Anmeldenamen und nichts Gängiges.",
  "refusal.wrong-credentials": "Das passt nicht zusammen. Prüf deine Eingabe.",
  "refusal.proof-needed": "Bestätige das mit deinem Passwort oder Wiederherstellungscode.",
  "refusal.no-account": "Ein Gast hat kein Passwort, das er bestätigen könnte.",
  "refusal.no-password": "Lege zuerst ein Passwort fest.",
  "refusal.bad-ticket": "Das hat zu lange gedauert. Fang noch einmal an.",
  "refusal.wrong-code": "Das ist nicht der Code, den die App gerade zeigt. Prüf die Uhr deines Handys.",
  "refusal.passkey-cancelled": "Es wurde kein Passkey benutzt. Versuch es noch einmal.",
  "refusal.bad-passkey": "Dieser Passkey lässt sich hier nicht benutzen.",
  "refusal.too-many-passkeys": "Du hast schon zehn Passkeys, mehr gehen nicht. Lösche zuerst einen.",
  "refusal.no-such-passkey": "Dieser Passkey ist schon gelöscht.",
  "refusal.no-such-session": "Das Gerät ist schon abgemeldet.",
  "refusal.no-such-player": "Dieses Profil gibt es nicht.",
  "refusal.push-off": "Dieser Server schickt keine Nachrichten an geschlossene Seiten.",

  "refusal.offline": "Keine Verbindung. Versuch es gleich noch einmal.",
  "refusal.lost": "Keine Antwort. Sieh nach, ob es geklappt hat, und versuch es sonst noch einmal.",
  "refusal.left": "Die Verbindung wurde geschlossen.",
  "refusal.unreachable": "Der Server antwortet nicht. Prüf deine Verbindung und versuch es noch einmal.",
  "refusal.replaced": "Du spielst in einem anderen Fenster.",
  "refusal.no-session": "Du bist nicht verbunden. Versuch es noch einmal.",
  "refusal.already-connected": "Du bist schon verbunden.",
  "refusal.bad-token": "Du bist hier abgemeldet. Verbinde dich neu.",
  "refusal.slow-down": "Zu viele Anfragen. Warte einen Moment und versuch es dann noch einmal.",
  "refusal.slow-down-until": "Zu viele Anfragen. Versuch es in {seconds|# Sekunde|# Sekunden} wieder.",
  "refusal.too-many-polls": "Zu viele Anfragen. Warte einen Moment und versuch es dann noch einmal.",
  "refusal.rated-seats": "Für eine gewertete Partie braucht es zwei Menschen, die jeder für sich spielen.",
  "refusal.rated-account": "Eine gewertete Partie unter Freunden ist für zwei Konten. Leg eins an und öffne dann den Link noch einmal.",
  "refusal.rated-clock": "Eine gewertete Partie braucht eine Uhr.",
  "refusal.queue-wait": "Du hast mehrere Partien nicht angenommen. Warte etwas bis zur nächsten.",
  "refusal.queue-wait-until": "Du hast mehrere Partien nicht angenommen. In {seconds|# Sekunde|# Sekunden} kannst du die nächste suchen.",
  "refusal.too-many-games": "In deinem Netz sind zu viele Spiele offen. Beende eins oder versuch es später wieder.",
  "refusal.server-full": "Der Server ist voll. Versuch es in ein paar Minuten wieder.",
  "refusal.store-unavailable": "Der Server kann gerade nichts speichern. Versuch es gleich noch einmal.",

  "refusal.no-such-event": "Der Server versteht diese Seite nicht. Lade sie neu.",
  "refusal.no-such-address": "Der Server versteht diese Seite nicht. Lade sie neu.",
  "refusal.method-not-allowed": "Der Server versteht diese Seite nicht. Lade sie neu.",
  "refusal.bad-request": "Der Server versteht diese Seite nicht. Lade sie neu.",
  "refusal.not-json": "Der Server versteht diese Seite nicht. Lade sie neu.",
  "refusal.too-large": "Das ist mehr, als der Server annimmt.",
  "refusal.bad-origin": "Von dieser Adresse nimmt der Server keine Anfragen an.",
  "refusal.bad-answer": "Diese Seite versteht den Server nicht. Lade sie neu oder versuch es später wieder.",
  "refusal.page-error": "Auf dieser Seite ist etwas schiefgegangen. Lade sie neu und versuch es noch einmal.",
  "refusal.aborted": "Abgebrochen.",
  "refusal.other": "Das hat nicht geklappt ({code}).",
};

export const refusalWords = { en: english, de: german } as const;

addWords(refusalWords);

const isKnown = (key: string): key is RefusalWord => key in english;

/** "" for no refusal. */
export function refusalText(app: App, refusal: Refusal | null): string {
  if (refusal === null) return "";
  const { code, waitMs } = refusal;
  const seconds = refusal.retryAfterS ?? (waitMs === undefined ? undefined : Math.ceil(waitMs / 1000));
  const words = refusalWords[app.settings.value.language];
  if (code === "slow-down" && seconds !== undefined) return fill(words["refusal.slow-down-until"], { seconds });
  if (code === "queue-wait" && seconds !== undefined) return fill(words["refusal.queue-wait-until"], { seconds });
  const key = `refusal.${code}`;
  return fill(words[isKnown(key) ? key : "refusal.other"], { code });
}
