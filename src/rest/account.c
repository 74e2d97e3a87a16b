#include "rest/account.h"

#include <sodium.h>
#include <string.h>

#include "rest/common.h"

enum { LOGIN_MIN = 3, PASSWORD_MIN = 8, PASSWORD_MAX = 128, GROUP = 5, LETTERS = 25 };

/* Without I, L, O and U, which are easily confused. */
static const char alphabet[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

static bool is_letter_or_digit(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool account_is_login(const char *text, size_t len)
{
    if (len < LOGIN_MIN || len >= ROW_LOGIN_SIZE)
        return false;
    for (size_t i = 0; i < len; i++)
        if (!is_letter_or_digit(text[i]) && text[i] != '_' && text[i] != '-')
            return false;
    return true;
}

uint64_t account_login_hash(const char *login)
{
    static unsigned char key[crypto_shorthash_KEYBYTES];
    static bool has_key;
    unsigned char hash[crypto_shorthash_BYTES];
    char folded[ROW_LOGIN_SIZE] = "";
    uint64_t number;
    if (!has_key)
        crypto_shorthash_keygen(key);
    has_key = true;
    for (size_t i = 0; login[i] && i + 1 < sizeof folded; i++)
        folded[i] = (char)(login[i] >= 'A' && login[i] <= 'Z' ? login[i] - 'A' + 'a' : login[i]);
    (void)crypto_shorthash(hash, (const unsigned char *)folded, sizeof folded, key);
    memcpy(&number, hash, sizeof number);
    return number ? number : 1;
}

/* One character, repeated. */
static bool is_monotonous(const char *text, size_t len)
{
    for (size_t i = 1; i < len; i++)
        if (text[i] != text[0])
            return false;
    return true;
}

enum { REST_MIN = 4, FOLDED_SIZE = 4 * PASSWORD_MAX + 1 };

static char fold(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

/* The text in lower case, forwards or backwards. */
static size_t fold_text(char out[FOLDED_SIZE], const char *text, bool is_reversed)
{
    size_t len = strlen(text);
    for (size_t i = 0; i < len; i++)
        out[i] = fold(text[is_reversed ? len - 1 - i : i]);
    out[len] = '\0';
    return len;
}

/* Removes every occurrence of a word; returns how many bytes are left. */
static size_t length_without(const char *text, const char *word, size_t word_len)
{
    size_t left = 0;
    while (*text) {
        bool is_word = strncmp(text, word, word_len) == 0;
        left += !is_word;
        text += is_word ? word_len : 1;
    }
    return left;
}

/* Is the password the login, forwards or backwards, once or several times, with fewer than four other characters? */
static bool is_near_login(const char *password, const char *login)
{
    char folded[FOLDED_SIZE], word[FOLDED_SIZE];
    (void)fold_text(folded, password, false);
    for (int way = 0; way < 2; way++) {
        size_t len = fold_text(word, login, way == 1);
        if (len > 0 && strstr(folded, word) && length_without(folded, word, len) < REST_MIN)
            return true;
    }
    return false;
}

enum password_verdict account_judge(const char *password, size_t len, const char *login)
{
    size_t characters = 0;
    for (size_t i = 0; i < len; i++)
        characters += ((unsigned char)password[i] & 0xC0) != 0x80;
    if (characters < PASSWORD_MIN)
        return PASSWORD_SHORT;
    if (characters > PASSWORD_MAX)
        return PASSWORD_LONG;
    if ((login && is_near_login(password, login)) || is_monotonous(password, len) ||
        common_has(password, len))
        return PASSWORD_COMMON;
    return PASSWORD_GOOD;
}

const char *account_verdict_text(enum password_verdict verdict)
{
    static const char *const texts[] = {NULL, "A password needs at least 8 characters",
                                        "A password may have at most 128 characters",
                                        "This password is too easy to guess"};
    return texts[verdict];
}

static void hash_letters(uint8_t hash[ROW_HASH_BYTES], const char letters[LETTERS])
{
    (void)crypto_generichash(hash, ROW_HASH_BYTES, (const unsigned char *)letters, LETTERS, NULL,
                             0);
}

void recovery_fresh(char out[RECOVERY_SIZE], uint8_t hash[ROW_HASH_BYTES])
{
    char letters[LETTERS];
    size_t len = 0;
    for (int i = 0; i < LETTERS; i++) {
        letters[i] = alphabet[randombytes_uniform(sizeof alphabet - 1)];
        if (i > 0 && i % GROUP == 0)
            out[len++] = '-';
        out[len++] = letters[i];
    }
    out[len] = '\0';
    hash_letters(hash, letters);
    sodium_memzero(letters, sizeof letters);
}

static char letter_of(char c)
{
    if (c >= 'a' && c <= 'z')
        c = (char)(c - 'a' + 'A');
    return c == 'O' ? '0' : c == 'I' || c == 'L' ? '1' : c;
}

bool recovery_hash(uint8_t hash[ROW_HASH_BYTES], const char *text, size_t len)
{
    char letters[LETTERS];
    size_t count = 0;
    for (size_t i = 0; i < len; i++) {
        char c = letter_of(text[i]);
        if (c == '-' || c == ' ')
            continue;
        if (count == LETTERS || !c || !strchr(alphabet, c))
            return false;
        letters[count++] = c;
    }
    if (count == LETTERS)
        hash_letters(hash, letters);
    sodium_memzero(letters, sizeof letters);
    return count == LETTERS;
}
