#include "play/fixture_test.h"

#include "play/name.h"

static void names_of_the_program_and_look_alikes_are_reserved(void **state)
{
    static const char *const reserved[] = {
        "Computer",
        "computer",
        "C0mputer",
        "Сomputer",
        "Com puter",
        "Cornputer",
        "Deleted player",
        "DeletedPlayer",
        "Guest",
        "Guest 1234",
        "Gelöschter Spieler",
        "GELÖSCHTER SPIELER",
        "Gast",
        "Gast 77",
        "guest10",
        "Admin",
        "Adrnin",
        "ADM1N",
        "Mod",
        "Moderation",
        "Moderator",
        "The Moderator",
        "Moderatorin",
        "Fourfall",
        "F0urfa11",
        "Fourfall Team",
        "xAdministratorx",
        "System",
        "Server",
        "Support",
        "Staff",
        "Root",
        "b o t",
        "Owner",
        "Official",
        "Offiziell",
        "Security",
        "Nobody",
        "Niemand",
        "Anonymous",
        "Anonym",
        "Unknown",
        "Unbekannt",
        "Bot",
    };
    (void)state;
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        if (name_check(reserved[i]) != REFUSAL_NAME_RESERVED)
            fail_msg("%s is reserved", reserved[i]);
}

static void names_of_people_are_free(void **state)
{
    static const char *const free[] = {"Ann",       "Jörg",       "Gaston",   "Guestina",
                                       "Badminton", "Ольга",      "山田太郎", "Computerfan",
                                       "Systemova", "Botticelli", "Émile ★",  "مريم",
                                       "Four",      "Modest",     "Serverin", "Guest of honour"};
    (void)state;
    for (size_t i = 0; i < sizeof free / sizeof *free; i++)
        if (name_check(free[i]) != REFUSAL_OK)
            fail_msg("%s is free", free[i]);
}

static void mixed_scripts_are_refused(void **state)
{
    (void)state;
    assert_int_equal(name_check("Аnna"), REFUSAL_NAME_MIXED); /* a Cyrillic A */
    assert_int_equal(name_check("Annα"), REFUSAL_NAME_MIXED);
    assert_int_equal(name_check("Yamada 山田"), REFUSAL_OK);
}

static void likeness_ignores_case_and_rare_marks(void **state)
{
    (void)state;
    assert_true(name_is_like("Illi", "LiLl"));
    assert_false(name_is_like("Jorg", "Jörg"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_the_program_and_look_alikes_are_reserved),
        cmocka_unit_test(names_of_people_are_free),
        cmocka_unit_test(mixed_scripts_are_refused),
        cmocka_unit_test(likeness_ignores_case_and_rare_marks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
