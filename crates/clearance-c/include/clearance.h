/* clearance: how far apart are two things, and where? Certified distances for C and C++.

   Every answer has two proven bounds, lower <= true distance <= upper, with all rounding errors in them.

       cl_shape ball = cl_ball(0.5), box = cl_box(1.0, 2.0, 3.0);
       box.pose.translation[0] = 4.0;
       cl_answer answer;
       if (cl_distance(&ball, &box, NULL, &answer) != CL_OK) puts(cl_last_error());

   Units and frames. All lengths are in one unit, which you choose; angles are in radians. No coordinate, size or factor may be
   larger than 2^1020 (about 1.1e307), so that no distance leaves the range of numbers. A shape has its own frame, and its
   pose moves it to the world's. All points and directions of an answer are in the world's frame. The normal is a unit vector
   from A to B, and point_b - point_a = distance * normal.

   Errors. Functions return a cl_code, CL_OK on success. An answer is written only on success. `cl_last_error()` is a sentence
   about the last fault in this thread; it names the field and its index. No function ends the process, whatever is in the
   numbers. Pointers are checked for null, alignment and the kind of a handle; that they point to what they should cannot be
   checked.

   Ownership. A cl_shape is a view: plain numbers and borrowed pointers, which must be valid during the call and no longer.
   What takes time to build is owned: `_new` makes it, `_free` frees it, and null is allowed there.

   Threads. Owned hulls, meshes, outlines and compounds are read-only, so all threads may use them at the same time. A cache,
   a scene and a watch are for one thread at a time; another one gets CL_BUSY. There is no global state but the last error,
   which every thread has for itself. Whoever frees a thing makes sure that nobody uses it.

   Growth. A struct that begins with `uint32_t size` may grow at its end. Set the size to sizeof the struct; in a struct for
   an answer 0 stands for its first version. All other structs never change. New functions, kinds and flags raise
   `cl_abi_version()`; nothing is taken away within `libclearance.so.0`.

   Source: https://crates.io/crates/clearance. MIT or Apache-2.0. */
#ifndef CLEARANCE_H
#define CLEARANCE_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------------------------------------------- codes and versions */

/* What a function says. The numbers never change their meaning. */
typedef uint32_t cl_code;
enum {
  CL_OK = 0,
  CL_NULL_POINTER = 1,  /* a pointer is null */
  CL_UNALIGNED = 2,     /* a pointer is not aligned */
  CL_UNKNOWN = 3,       /* a kind, flag, size or enumerator is unknown to this version of the library */
  CL_NOT_FINITE = 4,    /* a number is infinite or not a number */
  CL_NEGATIVE = 5,      /* a number is negative */
  CL_EMPTY = 6,         /* a list is empty */
  CL_TOO_MANY = 7,      /* a list is too long */
  CL_BAD_INDEX = 8,     /* an index is out of range */
  CL_BAD_STRIDE = 9,    /* a stride is too small, or does not keep the alignment */
  CL_BAD_ROTATION = 10, /* a rotation is far from unit length (1/2 to 2 is allowed, and divided by the length) */
  CL_MIXED = 11,        /* a shape of the plane and one of space were given together */
  CL_WRONG_HANDLE = 12, /* a handle is of another kind, or was freed */
  CL_UNSUPPORTED = 13,  /* this question is not answered for bodies of this kind */
  CL_CALLBACK = 14,     /* a support function failed, contradicts itself, or returned a number that is not finite */
  CL_BUSY = 15,         /* a cache, scene or watch is in use by another thread */
  CL_BAD_NAME = 16,     /* a name is taken, or no text */
  CL_BAD_NUMBER = 17,   /* a number has a value that means nothing here */
  CL_BAD_FILE = 18,     /* a file cannot be read, or says something wrong */
  CL_UNDECIDED = 19,    /* exact numbers would take too long; nothing is known */
  CL_BUG = 99           /* a bug of the library; no answer was written */
};

#define CL_ABI_VERSION 1u

/* The version of the binary interface of the library that runs. It is at least CL_ABI_VERSION of a header that fits. */
uint32_t cl_abi_version(void);
/* The version of the library, such as "0.1.0". */
const char *cl_version(void);
/* A sentence for a code. It is never null. */
const char *cl_message(cl_code code);
/* A sentence about the last fault in this thread, with the field. It is never null, and stays until the next fault. */
const char *cl_last_error(void);

/* ---------------------------------------------------------------------------------------------------------------- shapes */

/* Where a shape stands. The rotation is a unit quaternion x, y, z, w; in the plane the cosine and the sine, and two numbers
   that are ignored. Four zeros (two in the plane) are no rotation, so `{0}` is the identity. A rotation that is not of unit
   length is divided by its length. */
typedef struct cl_pose {
  double translation[3];
  double rotation[4];
} cl_pose;

/* Your own convex shape: writes the point of the core that is farthest along the direction, which is not zero and of any
   length, both in the shape's own frame. It returns 0; another number ends the call with CL_CALLBACK. The same direction must
   give the same point; `cl_check_support` looks for contradictions. It must not throw, jump or free what the call uses. */
typedef int32_t (*cl_support)(void *user, const double direction[3], double point[3]);

typedef struct cl_hull cl_hull;
typedef struct cl_mesh cl_mesh;
typedef struct cl_outline cl_outline;
typedef struct cl_compound cl_compound;
typedef struct cl_cache cl_cache;
typedef struct cl_scene cl_scene;
typedef struct cl_robot cl_robot;
typedef struct cl_watch cl_watch;

/* Kinds of shape, and what their members mean. Members that are not named are ignored; but a radius of a mesh, an outline or a
   compound and a size of a compound must be 0, since they would have no effect.
   *Core*: the shape is thickened by `radius`, which is 0 for sharp corners. In the plane the third numbers are ignored. */
enum {
  CL_BALL = 1,       /* size: the centre. radius. A radius of 0 is a point. */
  CL_BOX = 2,        /* core. size: half the extents. */
  CL_CAPSULE = 3,    /* core. From -size to size; or pointer: two points, count 2. */
  CL_TRIANGLE = 4,   /* core. pointer: three points, count 3. */
  CL_ELLIPSOID = 5,  /* core. size: the semi-axes. */
  CL_CYLINDER = 6,   /* core, space. Around the y axis. size[0]: its radius. size[1]: half its height. */
  CL_CONE = 7,       /* core, space. As the cylinder; its apex is at y = size[1]. */
  CL_HALF_SPACE = 8, /* The points x with size * x <= radius. size: the normal, of any length but 0; radius may be negative. */
  CL_POINTS = 9,     /* core. The convex hull of points, which is not built: pointer, stride, count. */
  CL_HULL = 10,      /* core. pointer: a cl_hull. */
  CL_OWN = 11,       /* core. support, user. */
  CL_MESH = 12,      /* space. pointer: a cl_mesh. size: factors of one magnitude, negative to mirror; zeros for none. */
  CL_OUTLINE = 13,   /* plane. pointer: a cl_outline. size: as for a mesh. */
  CL_COMPOUND = 14   /* pointer: a cl_compound. */
};

/* cl_shape.flags, and flags of constructors. */
enum {
  CL_PLANE = 1,   /* the shape is of the plane: points have two coordinates */
  CL_FLOAT32 = 2, /* points are float, not double; they are widened without rounding */
  CL_UINT16 = 4,  /* cl_mesh_new: indices are uint16_t, not uint32_t */
  CL_OPEN = 8     /* cl_outline_new: the points are an open line */
};

/* A view of a shape. Begin with `{0}`, or with a function below. It never changes its layout. */
typedef struct cl_shape {
  uint32_t kind;       /* CL_BALL, ... */
  uint32_t flags;      /* CL_PLANE, CL_FLOAT32 */
  double size[3];
  double radius;
  const void *pointer; /* points, or a handle */
  size_t stride;       /* bytes from a point to the next; 0 for points without a gap */
  size_t count;        /* how many points */
  cl_support support;
  void *user;          /* handed to `support` */
  cl_pose pose;
} cl_shape;

#define CL_NO_LEAF UINT32_MAX

static inline cl_shape cl_shape_of(uint32_t kind, const void *pointer) {
  cl_shape shape;
  memset(&shape, 0, sizeof shape);
  shape.kind = kind;
  shape.pointer = pointer;
  return shape;
}
static inline cl_shape cl_ball(double radius) {
  cl_shape shape = cl_shape_of(CL_BALL, NULL);
  shape.radius = radius;
  return shape;
}
static inline cl_shape cl_box(double half_x, double half_y, double half_z) {
  cl_shape shape = cl_shape_of(CL_BOX, NULL);
  shape.size[0] = half_x;
  shape.size[1] = half_y;
  shape.size[2] = half_z;
  return shape;
}

/* --------------------------------------------------------------------------------------------------------- owned things */

/* The convex hull of points, with its faces: for many queries with many points. Points are copied. */
cl_code cl_hull_new(const void *points, size_t stride, size_t count, uint32_t flags, cl_hull **out);
void cl_hull_free(cl_hull *hull);
/* How many vertices it has, and the index of each among the points. At most `capacity` indices are written. */
cl_code cl_hull_vertices(const cl_hull *hull, uint32_t *sources, size_t capacity, size_t *count);

/* A surface of triangles, open or closed. Strides are in bytes; 0 stands for rows without a gap. The tree is built here, in
   about a microsecond a triangle. flags: CL_FLOAT32, CL_UINT16. */
cl_code cl_mesh_new(const void *vertices, size_t vertex_stride, size_t vertex_count, const void *triangles,
                    size_t triangle_stride, size_t triangle_count, uint32_t flags, cl_mesh **out);
void cl_mesh_free(cl_mesh *mesh);

/* What is odd about a mesh. A closed surface that encloses a solid has zeros but for `is_closed` and `parts`. */
typedef struct cl_mesh_report {
  uint32_t size;
  uint32_t is_closed;
  uint32_t inside_out;
  uint32_t reserved;
  uint64_t open_edges;
  uint64_t crowded_edges;
  uint64_t turned_edges;
  uint64_t degenerate_triangles;
  uint64_t repeated_triangles;
  uint64_t parts;
} cl_mesh_report;
cl_code cl_mesh_look(const cl_mesh *mesh, cl_mesh_report *out);

/* Polygons with holes in the plane, or an open line (CL_OPEN). `ring_sizes` says how many points each ring has, or is null
   for one ring. `polygons` names the polygon of each ring, 0, 0, 1, ..., or is null for one polygon; its first ring is the
   outer one, all others are holes. flags: CL_FLOAT32, CL_OPEN. */
cl_code cl_outline_new(const void *points, size_t stride, size_t count, const uint32_t *ring_sizes,
                       const uint32_t *polygons, size_t ring_count, uint32_t flags, cl_outline **out);
void cl_outline_free(cl_outline *outline);

/* Convex shapes side by side, as one body whose leaves they are. Points are copied and hulls are shared, so both may be freed
   afterwards. No support functions and no half-spaces. A stride of 0 stands for shapes without a gap. */
cl_code cl_compound_new(const cl_shape *shapes, size_t stride, size_t count, cl_compound **out);
void cl_compound_free(cl_compound *compound);

/* What a query remembers for the next one of nearly the same pair. It changes the time. Answers for meshes, outlines and
   compounds keep their bits; those for convex shapes may differ from others within their bounds. It may be used for any
   shapes, one pair after another; it pays for one pair that moves a little. One thread at a time. */
cl_code cl_cache_new(cl_cache **out);
void cl_cache_free(cl_cache *cache);

/* --------------------------------------------------------------------------------------------------- options and answers */

/* Options of a question. Null stands for the defaults. Begin with `cl_default_options()`. */
typedef struct cl_options {
  uint32_t size;           /* sizeof(cl_options) */
  uint32_t precision;      /* 0: as narrow as rounding allows. 1: exact, for polytopes */
  uint32_t start;          /* casts and impacts that begin in contact. 0: a hit at 0. 1: shapes may leave */
  uint32_t max_iterations; /* 512 */
  double tolerance;        /* curved shapes: the width of the bracket, relative. 1e-12 */
  double max_distance;     /* cl_within: the limit. Infinity. Nothing is within a negative one */
  double target;           /* casts and impacts: contact is a distance of at most this. 0 */
  cl_cache *cache;         /* or null */
} cl_options;

static inline cl_options cl_default_options(void) {
  cl_options options;
  memset(&options, 0, sizeof options);
  options.size = (uint32_t)sizeof options;
  options.max_iterations = 512;
  options.tolerance = 1e-12;
  options.max_distance = HUGE_VAL;
  return options;
}

/* cl_answer.status */
enum { CL_SEPARATED = 0, CL_TOUCHING = 1, CL_OVERLAPPING = 2 };

/* A distance, where it is, and its bounds. Layout fixed. */
typedef struct cl_answer {
  uint32_t status;     /* CL_SEPARATED, ... It is exact for polytopes, rounded or not */
  uint32_t iterations;
  uint32_t leaf_a;     /* the triangle, edge or part; CL_NO_LEAF for convex shapes */
  uint32_t leaf_b;
  double distance;
  double lower;        /* lower <= true distance <= upper */
  double upper;
  double normal[3];    /* a unit vector from A to B */
  double point_a[3];   /* point_b - point_a = distance * normal */
  double point_b[3];
} cl_answer;

/* ---------------------------------------------------------------------------------------------------- questions at rest */

/* The distance of two bodies of any kinds: 0 where they meet, never negative. For meshes it is that of the triangles. */
cl_code cl_distance(const cl_shape *a, const cl_shape *b, const cl_options *options, cl_answer *out);
/* The distance of two convex shapes, or minus their penetration depth. */
cl_code cl_signed_distance(const cl_shape *a, const cl_shape *b, const cl_options *options, cl_answer *out);
/* The distance if it is at most options->max_distance. `is_within` is 1 or 0; with 0 nothing is written to `out`. Bodies that
   meet are 0 apart, however deep they are in each other, so nothing is within a negative limit. */
cl_code cl_within(const cl_shape *a, const cl_shape *b, const cl_options *options, cl_answer *out, uint32_t *is_within);
/* Whether two bodies have a common point: 1 or 0. Touching is common. Exact for polytopes and meshes. */
cl_code cl_overlaps(const cl_shape *a, const cl_shape *b, const cl_options *options, uint32_t *out);
/* Whether the distance of two bodies is less than a limit: 1 or 0. Equality is decided: it is not less. */
cl_code cl_is_below(const cl_shape *a, const cl_shape *b, double limit, uint32_t *out);
/* The point of a body (point_a) that is nearest to a point (point_b). For convex shapes the distance is signed. */
cl_code cl_closest_point(const cl_shape *shape, const double point[3], const cl_options *options, cl_answer *out);
/* The nearest pairs of leaves within a distance, the nearest first, at most `capacity`. `count` says how many were written. */
cl_code cl_nearest_pairs(const cl_shape *a, const cl_shape *b, double max_distance, cl_answer *out, size_t stride,
                         size_t capacity, size_t *count);
/* How far B must move along a direction until the interiors of two convex shapes part. */
typedef struct cl_way_out_answer {
  uint32_t size;
  uint32_t reserved;
  double distance, lower, upper;
  double normal[3];
} cl_way_out_answer;
cl_code cl_way_out(const cl_shape *a, const cl_shape *b, const double direction[3], const cl_options *options,
                   cl_way_out_answer *out);
/* Checks a support function of yours against itself, in 218 directions. For tests. */
cl_code cl_check_support(const cl_shape *shape);

/* cl_contact.feature_a: what the index counts. */
enum { CL_FACE = 0, CL_EDGE = 1, CL_VERTEX = 2, CL_DEEPEST = 3 };

/* A point of a contact manifold. Layout fixed. */
typedef struct cl_contact {
  double point_a[3];
  double point_b[3];
  double separation; /* negative for points in each other */
  uint32_t feature_a, index_a, feature_b, index_b; /* the same from frame to frame while the features stay */
} cl_contact;

/* All contacts of two convex shapes that are no farther apart than `margin`. `count` says how many there are; at most
   `capacity` are written. A stride of 0 stands for rows without a gap. */
cl_code cl_contacts(const cl_shape *a, const cl_shape *b, double margin, const cl_options *options, double normal[3],
                    cl_contact *out, size_t stride, size_t capacity, size_t *count);

/* How the signed distance of two convex shapes changes with small motions. A turn is a rotation vector about the centre (in
   the plane the third number). Where `regular` is 0 the distance has a kink, and this is one of its slopes. */
typedef struct cl_gradient_answer {
  uint32_t size;
  uint32_t regular;
  double translation_a[3], turn_a[3], translation_b[3], turn_b[3];
  /* How far the kink is: an angle by which a shape may turn, and a length by which B may move against the normal. The length is
     infinite for shapes that are apart: there the distance itself says how far contact is, where thin shapes have a kink. */
  double witness_margin, facet_margin;
  cl_answer answer;
} cl_gradient_answer;
/* A null centre is the origin of the world. */
cl_code cl_gradient(const cl_shape *a, const cl_shape *b, const double center_a[3], const double center_b[3],
                    const cl_options *options, cl_gradient_answer *out);

/* --------------------------------------------------------------------------------------------------- questions in motion */

/* A constant velocity and a constant turning speed, in the world's frame, from fraction 0 to fraction 1: at fraction t a point
   x of the placed body is at center + t*travel + R(t*turn)*(x - center). A turn is a rotation vector in radians; in the plane
   it is the third number. Layout fixed. */
typedef struct cl_motion {
  double travel[3];
  double turn[3];
  double center[3];
} cl_motion;

/* cl_cast_answer.outcome. NEAR: they graze each other to rounding. */
enum { CL_CLEAR = 0, CL_HIT = 1, CL_NEAR = 2 };

/* When two bodies come into contact. Up to `lower` there is none, and at `upper` there is one. */
typedef struct cl_cast_answer {
  uint32_t size;
  uint32_t outcome;
  double fraction, lower, upper;
  uint32_t has_contact; /* whether `contact` says something: always for convex shapes, and with a hit */
  uint32_t reserved;
  cl_answer contact;    /* at that moment; if it is clear, at the end */
} cl_cast_answer;

/* B moves by `travel`, and A rests. */
cl_code cl_cast(const cl_shape *a, const cl_shape *b, const double travel[3], const cl_options *options,
                cl_cast_answer *out);
/* A point moves from `origin` by `travel`. */
cl_code cl_ray(const cl_shape *shape, const double origin[3], const double travel[3], const cl_options *options,
               cl_cast_answer *out);
/* Both travel and turn. A null motion is none. */
cl_code cl_impact(const cl_shape *a, const cl_motion *motion_a, const cl_shape *b, const cl_motion *motion_b,
                  const cl_options *options, cl_cast_answer *out);

/* How near two bodies come on their way, and when. */
typedef struct cl_clearance_answer {
  uint32_t size;
  uint32_t reserved;
  double distance, lower, upper, fraction;
  cl_answer answer; /* at that moment */
} cl_clearance_answer;
cl_code cl_least_clearance(const cl_shape *a, const cl_motion *motion_a, const cl_shape *b, const cl_motion *motion_b,
                           const cl_options *options, cl_clearance_answer *out);

/* When B, moved along the whole line of a direction, enters A and leaves it, in multiples of the direction. */
typedef struct cl_crossing_answer {
  uint32_t size;
  uint32_t is_crossing; /* 0: the line misses, and nothing else is said */
  double entry[3];      /* fraction, lower, upper */
  double exit[3];
  double normal_in[3], normal_out[3];
  uint32_t leaves_in[2], leaves_out[2];
} cl_crossing_answer;
cl_code cl_crossing(const cl_shape *a, const cl_shape *b, const double direction[3], const cl_options *options,
                    cl_crossing_answer *out);

/* ---------------------------------------------------------------------------------------------------------------- solids */

/* cl_relation_answer.relation. CL_A_IN_B also where they are equal. */
enum { CL_APART = 0, CL_TOUCH = 1, CL_CROSSING = 2, CL_A_IN_B = 3, CL_B_IN_A = 4 };

typedef struct cl_relation_answer {
  uint32_t size;
  uint32_t relation;
  uint32_t is_open;        /* a body is open, so that it counts as its surface */
  uint32_t has_point;      /* whether `point` says something */
  uint32_t leaf_a, leaf_b; /* leaves that meet, or CL_NO_LEAF */
  double point[3];         /* a common point, rounded */
} cl_relation_answer;
/* How two meshes, or two outlines, lie to each other as solids. Exact. CL_UNDECIDED where a mesh meets itself, coordinates
   differ in magnitude by more than 2^400, and exact numbers would take longer than about a second. */
cl_code cl_relation(const cl_shape *a, const cl_shape *b, cl_relation_answer *out);

/* The diameter of the largest ball (in the plane disk) in both. */
typedef struct cl_overlap_answer {
  uint32_t size;
  uint32_t is_open;
  double diameter, lower, upper;
  uint32_t has_middle;
  uint32_t reserved;
  double middle[3];
} cl_overlap_answer;
cl_code cl_overlap(const cl_shape *a, const cl_shape *b, cl_overlap_answer *out);
/* Bounds of the volume of what two bodies have in common, in the plane of its area. `most_cells` is how much work may be
   done: 1000 is enough for bodies of few faces. */
cl_code cl_common_volume(const cl_shape *a, const cl_shape *b, size_t most_cells, double *lower, double *upper);

/* -------------------------------------------------------------------------------------------------------------- batches */

/* Many pairs in one call: shapes `a + i*stride_a` and `b + i*stride_b`, strides in bytes. A stride of 0 repeats the first
   shape; for `out` it stands for rows without a gap. If a pair is refused, the answers of those before it are written, and the
   message names its index. */
cl_code cl_distances(const cl_shape *a, size_t stride_a, const cl_shape *b, size_t stride_b, size_t count,
                     const cl_options *options, cl_answer *out, size_t stride_out);
cl_code cl_signed_distances(const cl_shape *a, size_t stride_a, const cl_shape *b, size_t stride_b, size_t count,
                            const cl_options *options, cl_answer *out, size_t stride_out);
cl_code cl_overlaps_many(const cl_shape *a, size_t stride_a, const cl_shape *b, size_t stride_b, size_t count,
                         const cl_options *options, uint8_t *out, size_t stride_out);

/* --------------------------------------------------------------------------------------------------------------- scenes */

/* Many bodies with names, meshes in space or outlines in the plane (CL_PLANE), and rules for their pairs. It shares meshes and
   outlines, which may be freed. One thread at a time. */
cl_code cl_scene_new(uint32_t flags, cl_scene **out);
void cl_scene_free(cl_scene *scene);
/* Adds a mesh or an outline at its pose, without factors. Names are UTF-8 and differ. Objects are numbered from 0. */
cl_code cl_scene_add(cl_scene *scene, const char *name, const cl_shape *body, uint32_t *number);
/* A further name, which other objects may have, too. Patterns match it as they match the name. */
cl_code cl_scene_add_to_group(cl_scene *scene, uint32_t object, const char *group);
cl_code cl_scene_set_pose(cl_scene *scene, uint32_t object, const cl_pose *pose);
cl_code cl_scene_count(const cl_scene *scene, size_t *count);
/* The name, as it was given. It stays as long as the scene. */
cl_code cl_scene_name(const cl_scene *scene, uint32_t object, const char **name);

/* cl_rule.flags: which members count. */
enum {
  CL_RULE_SKIP = 1,            /* the pairs are not looked at */
  CL_RULE_BELOW = 2,           /* a smaller distance breaks the rule */
  CL_RULE_ABOVE = 4,           /* a greater distance breaks it */
  CL_RULE_OVERLAP_ABOVE = 8,   /* only a greater overlap breaks it */
  CL_RULE_CONTACT_LENGTH = 16, /* bodies touch within the length `contact` */
  CL_RULE_CONTACT_AUTO = 32    /* bodies touch within a band that the sizes give */
};

/* What holds for pairs of which one name matches `a` and the other `b`. `*` stands for any characters, `?` for one. */
typedef struct cl_rule {
  uint32_t size; /* sizeof(cl_rule) */
  uint32_t flags;
  const char *a, *b;
  double below, above, overlap_above, contact;
} cl_rule;
/* Adds a rule. The first that matches a pair holds for it. */
cl_code cl_scene_add_rule(cl_scene *scene, const cl_rule *rule);
cl_code cl_scene_clear_rules(cl_scene *scene);

/* cl_finding.kind */
enum { CL_HARD = 0, CL_GAP = 1, CL_TOUCHES = 2, CL_DUPLICATE = 3 };
/* cl_finding.flags */
enum {
  CL_BROKEN = 1,     /* a limit is broken */
  CL_TOO_FAR = 2,    /* by a distance that is too large */
  CL_IS_OPEN = 4,    /* a body is open, so that it counts as its surface */
  CL_NEAR_BAND = 8,  /* a somewhat larger or smaller band would change the kind */
  CL_HAS_OVERLAP = 16
};

/* A pair of a scene. */
typedef struct cl_finding {
  uint32_t size;
  uint32_t kind;
  uint32_t a, b;           /* numbers of objects, a < b */
  uint32_t relation;       /* CL_APART, ..., with the band of what counts as touching */
  uint32_t exact_relation; /* without it */
  uint32_t flags;
  uint32_t reserved;
  double overlap;          /* the diameter of the largest ball in both, if CL_HAS_OVERLAP */
  cl_answer answer;        /* of the surfaces */
} cl_finding;

/* All pairs that break a limit: `below` is that of pairs to which no rule gives one. `count` says how many there are; at most
   `capacity` are written, in the order of their numbers. Every row begins with its size. */
cl_code cl_scene_below(cl_scene *scene, double below, cl_finding *out, size_t stride, size_t capacity, size_t *count);
/* The nearest pairs that the rules do not skip, the nearest first, at most `capacity`. */
cl_code cl_scene_nearest(cl_scene *scene, cl_finding *out, size_t stride, size_t capacity, size_t *count);

/* --------------------------------------------------------------------------------------------------------------- robots */

/* A robot from URDF or MJCF, with the meshes that it names and, if `srdf` is not null, the pairs that an SRDF disables.
   Without an SRDF all pairs of links count but those that follow each other. A file without a suffix is read as URDF. */
cl_code cl_robot_load(const char *path, const char *srdf, cl_robot **out);
/* The same from the text of a URDF that names no mesh files. `srdf` is the text of an SRDF, or null. */
cl_code cl_robot_read(const char *urdf, const char *srdf, cl_robot **out);
void cl_robot_free(cl_robot *robot);
/* How many numbers a configuration has, how many links there are, and how many pairs of links count. Each may be null. */
cl_code cl_robot_counts(const cl_robot *robot, size_t *coordinates, size_t *links, size_t *pairs);
/* The name of a link, and of the coordinate of a joint. They stay as long as the robot. */
cl_code cl_robot_link_name(const cl_robot *robot, uint32_t link, const char **name);
cl_code cl_robot_coordinate_name(const cl_robot *robot, uint32_t coordinate, const char **name);
/* A link by its name. */
cl_code cl_robot_link(const cl_robot *robot, const char *name, uint32_t *link);

/* cl_robot_answer.contact. CL_LINKS_INSIDE: their surfaces do not meet, and a part of one is inside the other. */
enum { CL_LINKS_APART = 0, CL_LINKS_MEET = 1, CL_LINKS_UNKNOWN = 2, CL_LINKS_INSIDE = 3 };

/* The least distance of all pairs of links that count, with bounds that include the rounding of the kinematics. */
typedef struct cl_robot_answer {
  uint32_t size;
  uint32_t contact;
  uint32_t link_a, link_b;
  double distance, lower, upper;
  double normal[3], point_a[3], point_b[3];
} cl_robot_answer;

/* Watches a robot with a memory: for many configurations, one after another. It keeps what it needs of the robot, which may be
   freed before it. One thread at a time. */
cl_code cl_watch_new(const cl_robot *robot, cl_watch **out);
void cl_watch_free(cl_watch *watch);
/* The least clearance at a configuration of `count` numbers. */
cl_code cl_watch_clearance(cl_watch *watch, const double *configuration, size_t count, cl_robot_answer *out);
/* Whether any pair is nearer than a limit, 1 or 0; with 1 the answer is such a pair. `out` may be null. */
cl_code cl_watch_below(cl_watch *watch, const double *configuration, size_t count, double limit, uint32_t *is_below,
                       cl_robot_answer *out);

/* --------------------------------------------------------------------------------------------------------------- proofs */

/* cl_proven.subject: what a claim is about. */
enum {
  CL_PROVEN_DISTANCE = 0, /* of two surfaces */
  CL_PROVEN_OVERLAP = 1,  /* the diameter of the largest ball in two solids */
  CL_PROVEN_SAMENESS = 2, /* how far a point of one surface is from the other, at most */
  CL_PROVEN_VOLUME = 3    /* of what is inside both of two solids */
};

/* A claim of a proof file that holds. */
typedef struct cl_proven {
  uint32_t size;
  uint32_t planes; /* how many planes were checked */
  double lower;    /* lower <= what it is about <= upper */
  double upper;
  uint32_t subject; /* which length, or a volume */
  uint32_t is_rest; /* 1: the claim is about all pairs of bodies that the proof does not name */
} cl_proven;

/* Checks a proof against the meshes that it names, in its order. The checker shares no code with the search. `count` says
   how many claims are proven; at most `capacity` are written. CL_BAD_FILE if a line is wrong; the message names it. */
cl_code cl_verify(const char *proof, size_t length, const cl_mesh *const *meshes, size_t mesh_count, cl_proven *out,
                  size_t stride, size_t capacity, size_t *count);
/* A proof of the distance of two meshes, as text. Free it by `cl_text_free`. A mesh may have no factors and no mirrors (size):
   the proof names it by its coordinates. */
cl_code cl_prove(const cl_shape *a, const cl_shape *b, const char *name_a, const char *name_b, char **out);
void cl_text_free(char *text);

#ifdef __cplusplus
} /* extern "C" */
#endif
#endif
