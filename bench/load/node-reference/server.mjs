// The server to compare with: Connect Four as most people would build it, with Express and stock Socket.IO, in memory
// and in one process. It speaks the events of our protocol that a game needs. Prints the port it listens on.
//   node server.mjs
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import express from 'express';
import { Server } from 'socket.io';

const ROWS = 6, COLUMNS = 7, CELLS = ROWS * COLUMNS;
const DIRECTIONS = [[0, 1], [1, 0], [1, 1], [1, -1]];
const BACKLOG = 4096;

const queue = []; // sockets that wait for an opponent
const matches = new Map();
const games = new Map();

/** Row 0 is on top; 0 is empty, 1 and 2 are the players. The cell the disc lands in, or -1 if the column is full. */
function drop(board, column, player) {
  for (let row = ROWS - 1; row >= 0; row--) {
    const cell = row * COLUMNS + column;
    if (board[cell] === 0) {
      board[cell] = player;
      return cell;
    }
  }
  return -1;
}

function winningLine(board, cell, player) {
  const isOwn = (row, column) => row >= 0 && row < ROWS && column >= 0 && column < COLUMNS && board[row * COLUMNS + column] === player;
  for (const [down, right] of DIRECTIONS) {
    const line = [cell];
    for (const sign of [1, -1]) {
      let row = Math.floor(cell / COLUMNS) + down * sign;
      let column = (cell % COLUMNS) + right * sign;
      for (; isOwn(row, column); row += down * sign, column += right * sign) line.push(row * COLUMNS + column);
    }
    if (line.length >= 4) return line.sort((a, b) => a - b);
  }
  return null;
}

function view(game, player) {
  const { id, board, currentPlayer, status, winner, winningLine: line, lastMove } = game;
  const isYourTurn = status === 'playing' && currentPlayer === player;
  return { gameId: id, board, currentPlayer, isYourTurn, status, winner, winningLine: line, lastMove };
}

function pair() {
  while (queue.length >= 2) {
    const players = [queue.shift(), queue.shift()];
    const match = { id: randomUUID(), players, confirmed: new Set() };
    matches.set(match.id, match);
    players.forEach((socket, i) => {
      socket.data.match = match;
      socket.emit('match-found', { matchId: match.id, opponent: players[1 - i].data.name });
    });
  }
}

function startGame({ id, players }) {
  matches.delete(id);
  const game = { id, players, board: new Array(CELLS).fill(0), currentPlayer: 1, status: 'playing', winner: null, winningLine: null, lastMove: null, moves: 0 };
  games.set(id, game);
  players.forEach((socket, i) => {
    Object.assign(socket.data, { match: null, game, player: i + 1 });
    socket.join(id);
    socket.emit('game-start', { ...view(game, i + 1), player: i + 1, opponent: players[1 - i].data.name });
  });
}

function endGame(game) {
  games.delete(game.id);
  for (const socket of game.players) {
    socket.emit('game-over', { gameId: game.id, winner: game.winner, winningLine: game.winningLine, reason: game.status });
    socket.leave(game.id);
    if (socket.data.game === game) socket.data.game = null;
  }
}

/** Why a move is refused, or undefined. */
function refusal(game, socket, column) {
  if (!game || socket.data.game !== game) return 'no such game';
  if (game.status !== 'playing') return 'game over';
  if (game.currentPlayer !== socket.data.player) return 'not your turn';
  if (!Number.isInteger(column) || column < 0 || column >= COLUMNS) return 'no such column';
  if (game.board[column] !== 0) return 'column full';
  return undefined;
}

function move(socket, { gameId, columnIndex } = {}) {
  const game = games.get(gameId);
  const reason = refusal(game, socket, columnIndex);
  if (reason) return socket.emit('invalid-move', { gameId, reason });
  game.lastMove = drop(game.board, columnIndex, game.currentPlayer);
  game.winningLine = winningLine(game.board, game.lastMove, game.currentPlayer);
  game.moves++;
  if (game.winningLine) Object.assign(game, { status: 'won', winner: game.currentPlayer });
  else if (game.moves === CELLS) game.status = 'draw';
  else game.currentPlayer = 3 - game.currentPlayer;
  game.players.forEach((player, i) => player.emit('game-update', view(game, i + 1)));
  if (game.status !== 'playing') endGame(game);
  return undefined;
}

function leave(socket) {
  const at = queue.indexOf(socket);
  if (at >= 0) queue.splice(at, 1);
  const { match, game } = socket.data;
  for (const other of [...(match?.players ?? []), ...(game?.players ?? [])]) {
    Object.assign(other.data, { match: null, game: null });
    if (other !== socket) other.emit('opponent-disconnected', {});
  }
  if (match) matches.delete(match.id);
  if (game) games.delete(game.id);
}

const http = createServer(express());
const io = new Server(http, { perMessageDeflate: false });
io.on('connection', (socket) => {
  socket.data.name = 'guest';
  socket.on('join-queue', ({ name } = {}) => {
    if (socket.data.game || socket.data.match || queue.includes(socket)) return;
    if (typeof name === 'string') socket.data.name = name.slice(0, 32);
    queue.push(socket);
    pair();
  });
  socket.on('confirm-match', ({ matchId } = {}) => {
    const match = matches.get(matchId);
    if (!match?.players.includes(socket)) return;
    match.confirmed.add(socket);
    if (match.confirmed.size === 2) startGame(match);
  });
  socket.on('make-move', (event) => move(socket, event));
  socket.on('disconnect', () => leave(socket));
});
http.listen(0, '127.0.0.1', BACKLOG, () => console.log(`listening on ${http.address().port}`));
