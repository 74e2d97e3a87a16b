#include "picture/picture.h"

#include "picture/parts.h"

static const struct area board_area = {48, 36, 600, 558};

static void take_winning(struct scene *scene, const bool *is_winning)
{
    for (int cell = 0; cell < scene->position->rules->cells; cell++) {
        scene->is_winning[cell] = is_winning[cell];
        scene->has_line |= is_winning[cell];
    }
}

static void find_lines(struct scene *scene)
{
    scene->lines = ff_position_lines(scene->position);
    scene->has_line = scene->lines.count > 0;
    for (int i = 0; i < scene->lines.count; i++)
        for (int k = 0; k < scene->lines.line[i].count; k++)
            scene->is_winning[scene->lines.line[i].cells[k]] = true;
}

bool picture_write(unsigned char out[PICTURE_MAX], size_t *len, const struct picture *picture,
                   unsigned char pixels[PICTURE_PIXEL_BYTES])
{
    struct canvas canvas = {.width = PICTURE_WIDTH, .height = PICTURE_HEIGHT};
    struct scene scene = {
        .canvas = &canvas, .position = picture->position, .last_cell = picture->last_cell};
    canvas.rgb = pixels;
    if (picture->is_winning)
        take_winning(&scene, picture->is_winning);
    else
        find_lines(&scene);
    canvas_fill(&canvas, color_back, color_low);
    if (picture->position->rules->board.depth == 1)
        flat_draw(&scene, board_area);
    else
        stack_draw(&scene, board_area);
    card_draw(&canvas, picture);
    return png_write(out, PICTURE_MAX, len, &canvas);
}
